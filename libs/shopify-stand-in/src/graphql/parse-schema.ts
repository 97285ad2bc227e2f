import { Tokens } from './tokens.js';

/** A type as a field or a variable has it. */
export interface TypeRef {
  /** The named type, whatever is around it. */
  name: string;
  isList: boolean;
  /** Of the whole, not of its elements. */
  isRequired: boolean;
}

export interface FieldType {
  type: TypeRef;
  args: Map<string, { type: TypeRef; hasDefault: boolean }>;
}

export type NamedType =
  | { kind: 'type' | 'input'; fields: Map<string, FieldType> }
  | { kind: 'enum'; values: Set<string> }
  | { kind: 'scalar' };

export type Schema = ReadonlyMap<string, NamedType>;

/** Reads types, inputs, enums and scalars of the schema definition language. @throws SyntaxError */
export function parseSchema(text: string): Schema {
  const tokens = new Tokens(text);
  const schema = new Map<string, NamedType>();
  while (!tokens.isAtEnd) {
    tokens.skip('string');
    const kind = tokens.take('name');
    const name = tokens.take('name');
    if (kind === 'scalar') schema.set(name, { kind });
    else if (kind === 'enum')
      schema.set(name, { kind, values: new Set(tokens.many('{', '}', () => tokens.take('name'))) });
    else if (kind === 'type' || kind === 'input') schema.set(name, { kind, fields: parseFields(tokens) });
    else throw new SyntaxError(`${kind} is not read.`);
  }
  return schema;
}

function parseFields(tokens: Tokens): Map<string, FieldType> {
  return new Map(
    tokens.many('{', '}', () => {
      tokens.skip('string');
      const name = tokens.take('name');
      const args: FieldType['args'] = new Map(
        tokens.is('(')
          ? tokens.many('(', ')', () => {
              const argument = tokens.take('name');
              tokens.take(':');
              const type = typeRef(tokens);
              const hasDefault = tokens.skip('=');
              if (hasDefault) tokens.next();
              return [argument, { type, hasDefault }] as const;
            })
          : [],
      );
      tokens.take(':');
      return [name, { type: typeRef(tokens), args }] as const;
    }),
  );
}

export function typeRef(tokens: Tokens): TypeRef {
  if (tokens.skip('[')) {
    const { name } = typeRef(tokens);
    tokens.take(']');
    return { name, isList: true, isRequired: tokens.skip('!') };
  }
  const name = tokens.take('name');
  return { name, isList: false, isRequired: tokens.skip('!') };
}
