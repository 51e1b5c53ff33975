import { TYPED_LITERALS } from '../grammar/literals/literals.js';
import { NO_OPERANDS } from '../tokens/reserved-keywords.js';
import { type TokenWithOffsets } from '../tokens/token-offsets.js';

/** An open bracket or CASE, with the operand that ends together with it. */
interface Level {
  readonly opening: string;
  readonly operand: TokenWithOffsets;
}

const OPENING_OF: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['END', 'CASE'],
]);

/**
 * Follows a query token by token and knows where the operand begins that ends with the latest one, as far as a postfix operator reaches: a
 * name with its path, a literal, a call with its window, a subscript, a part in brackets, a CASE.
 */
export class Operands {
  private readonly levels: Level[] = [];
  private previous: TokenWithOffsets | undefined;
  /** Whether the next token belongs to the operand in front of it. */
  private continues = false;
  private operand: TokenWithOffsets | undefined;

  /** First token of the operand that has just ended; undefined where none has. */
  get latest(): TokenWithOffsets | undefined {
    return this.operand;
  }

  next(token: TokenWithOffsets): void {
    const continues = this.continues;
    this.continues = false;
    if (token.kind === 'symbol') this.operand = this.afterSymbol(token);
    else if (!continues || !this.operand) this.operand = this.afterWord(token);
    this.previous = token;
  }

  private afterSymbol(token: TokenWithOffsets): TokenWithOffsets | undefined {
    const operand = this.operand ?? token;
    switch (token.text) {
      case '.':
        this.continues = true;
        return operand;
      case '(':
      case '[':
        this.levels.push({ opening: token.text, operand });
        return undefined;
      case ')':
      case ']':
        return this.closed(token.text);
      default:
        return undefined;
    }
  }

  private afterWord(token: TokenWithOffsets): TokenWithOffsets | undefined {
    if (token.kind === 'string') return this.isTyped() ? this.operand : token;
    if (token.kind !== 'word') return token;
    const word = token.text.toUpperCase();
    switch (word) {
      case 'CASE':
        this.levels.push({ opening: word, operand: token });
        return undefined;
      case 'END':
        return this.closed(word);
      case 'OVER':
        this.continues = true;
        return this.operand;
      default:
        // The name of an operator stands behind a pipe.
        return NO_OPERANDS.has(word) || this.previous?.text === '|>' ? undefined : token;
    }
  }

  private closed(closing: string): TokenWithOffsets | undefined {
    const level = this.levels.pop();
    return level?.opening === OPENING_OF.get(closing) ? level?.operand : undefined;
  }

  /** Whether the next string belongs to a type in front of it. */
  private isTyped(): boolean {
    const { previous, operand } = this;
    return previous !== undefined && previous === operand && TYPED_LITERALS.has(previous.text.toUpperCase());
  }
}
