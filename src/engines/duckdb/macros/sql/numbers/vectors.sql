-- Distances of arrays of numbers.

CREATE MACRO bq_same_length(a, b) AS CASE
  WHEN len(a) <> len(b) OR len(a) = 0 OR list_count(a) < len(a) OR list_count(b) < len(b)
    THEN error('the distance of vectors of several lengths, without elements or with NULL among them')
  ELSE list_zip(a, b)
END;

CREATE MACRO bq_euclidean_distance(a, b) AS
  sqrt(list_sum(list_transform(bq_same_length(a, b), lambda e: (e[1] - e[2]) * (e[1] - e[2]))));

CREATE MACRO bq_length(a) AS sqrt(list_sum(list_transform(a, lambda e: e * e)));

CREATE MACRO bq_cosine_distance(a, b) AS CASE
  WHEN bq_length(a) = 0 OR bq_length(b) = 0 THEN error('the cosine distance of a vector without length')
  ELSE 1 - list_sum(list_transform(bq_same_length(a, b), lambda e: e[1] * e[2])) / (bq_length(a) * bq_length(b))
END;
