/** A token of GraphQL: `kind` is the punctuator itself, or says what `text` is. */
export interface Token {
  kind: string;
  text: string;
}

const PATTERN =
  /(?<skip>[\s,\ufeff]+|#[^\n\r]*)|(?<name>[A-Za-z_]\w*)|(?<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|"""(?<block>[\s\S]*?)"""|(?<string>"(?:[^"\\\n]|\\.)*")|(?<mark>\.\.\.|[{}()[\]:!$=|&@])/y;

/** The text as a cursor over its tokens, with the little that a recursive parser needs. */
export class Tokens {
  private readonly tokens: Token[] = [];
  private at = 0;

  /** @throws SyntaxError */
  constructor(text: string) {
    PATTERN.lastIndex = 0;
    while (PATTERN.lastIndex < text.length) {
      const from = PATTERN.lastIndex;
      const groups = PATTERN.exec(text)?.groups;
      if (!groups) throw new SyntaxError(`syntax error, unexpected ${JSON.stringify(text.slice(from, from + 10))}`);
      const { name, number, block, string, mark } = groups;
      if (name !== undefined) this.tokens.push({ kind: 'name', text: name });
      else if (number !== undefined) this.tokens.push({ kind: 'number', text: number });
      else if (block !== undefined) this.tokens.push({ kind: 'string', text: block });
      else if (string !== undefined) this.tokens.push({ kind: 'string', text: JSON.parse(string) as string });
      else if (mark !== undefined) this.tokens.push({ kind: mark, text: mark });
    }
  }

  get isAtEnd(): boolean {
    return this.at >= this.tokens.length;
  }

  is(kind: string): boolean {
    return this.tokens[this.at]?.kind === kind;
  }

  /** Takes the next token if it is of this kind. */
  skip(kind: string): boolean {
    if (!this.is(kind)) return false;
    this.at += 1;
    return true;
  }

  next(): Token {
    const token = this.tokens[this.at];
    if (!token) throw new SyntaxError('syntax error, unexpected end of file');
    this.at += 1;
    return token;
  }

  /** @throws SyntaxError */
  take(kind: string): string {
    const token = this.next();
    if (token.kind !== kind) throw new SyntaxError(`syntax error, unexpected ${token.text}, expected ${kind}`);
    return token.text;
  }

  /** What stands between two marks, one after the other. */
  many<T>(open: string, close: string, read: () => T): T[] {
    const items: T[] = [];
    this.take(open);
    while (!this.skip(close)) items.push(read());
    return items;
  }
}
