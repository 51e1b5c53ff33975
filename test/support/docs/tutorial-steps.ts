/** A block of commands of a page. */
export interface Step {
  readonly line: number;
  readonly commands: string;
  /** What they print; `…` stands for anything. Undefined where the page does not show it. */
  readonly output: string | undefined;
}

/** Blocks of commands, each with the block of output that follows it, if one does. */
const BLOCK = /^```sh\n([^]*?)^```\n(?:\n```text\n([^]*?)^```\n)?/gm;

/** In the order of the page. */
export function stepsOf(page: string): Step[] {
  return Array.from(page.matchAll(BLOCK), ({ index, 1: commands = '', 2: output }) => ({
    line: page.slice(0, index).split('\n').length,
    commands,
    output,
  }));
}

export function patternOf(output: string): RegExp {
  const parts = output
    .trim()
    .split('…')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ +/g, ' +'));
  return new RegExp(`^${parts.join('[^]*')}$`);
}
