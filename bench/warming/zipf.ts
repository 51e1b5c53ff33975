/** Draws 0, 1, 2, … below `count`, each as often as its rank from 1 is small: number `n` with a weight of 1 / (n + 1). */
export function zipf(count: number, random: () => number): () => number {
  const upTo = new Float64Array(count);
  let sum = 0;
  for (let rank = 1; rank <= count; rank += 1) {
    sum += 1 / rank;
    upTo[rank - 1] = sum;
  }
  return () => firstAbove(upTo, random() * sum);
}

/** Where the first number above a limit stands, in numbers that only grow. */
function firstAbove(numbers: Float64Array, limit: number): number {
  let low = 0;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) > limit) high = middle;
    else low = middle + 1;
  }
  return low;
}
