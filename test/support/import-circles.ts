/** The files that can be reached from each other, by Tarjan's algorithm for strongly connected components. */
export function circlesOf(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const lower = (file: string, to = Infinity) => lowest.set(file, Math.min(lowest.get(file) ?? Infinity, to));
  const visit = (file: string): void => {
    order.set(file, order.size);
    lower(file, order.get(file));
    stack.push(file);
    for (const target of graph.get(file) ?? []) {
      if (!graph.has(target)) continue;
      if (!order.has(target)) {
        visit(target);
        lower(file, lowest.get(target));
      } else if (stack.includes(target)) {
        lower(file, order.get(target));
      }
    }
    if (lowest.get(file) !== order.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles;
}
