import type { Document, FieldNode, ValueNode } from './parse-document.js';
import type { FieldType, NamedType, Schema } from './parse-schema.js';

/** What of a document does not fit the schema, in the words of Shopify; empty: it fits. */
export function documentProblems(schema: Schema, document: Document): string[] {
  const problems: string[] = [];
  const used = new Set<string>();
  const declared = new Set(document.variables.map(({ name }) => name));

  function checkSelection(typeName: string, selection: readonly FieldNode[]): void {
    const type = schema.get(typeName);
    if (type?.kind !== 'type') return;
    for (const field of selection) {
      const known = type.fields.get(field.name);
      if (known) checkField(field, known, typeName);
      else problems.push(`Field '${field.name}' doesn't exist on type '${typeName}'`);
    }
  }

  function checkField(field: FieldNode, known: FieldType, typeName: string): void {
    const path = `Field '${field.name}'`;
    for (const [name, value] of Object.entries(field.args)) {
      const argument = known.args.get(name);
      if (argument) checkValue(value, argument.type.name, `${path} argument '${name}'`);
      else problems.push(`${path} doesn't accept argument '${name}'`);
    }
    for (const [name, { type, hasDefault }] of known.args) {
      if (type.isRequired && !hasDefault && !(name in field.args)) {
        problems.push(`${path} is missing required arguments: ${name}`);
      }
    }
    const result = schema.get(known.type.name) as NamedType | undefined;
    if (!result) problems.push(`${path} of ${typeName} has the unknown type ${known.type.name}`);
    const isObject = result?.kind === 'type';
    if (isObject && !field.selection) problems.push(`${path} must have selections`);
    if (!isObject && field.selection) problems.push(`Selections can't be made on scalars (${field.name})`);
    if (isObject && field.selection) checkSelection(known.type.name, field.selection);
  }

  function checkValue(value: ValueNode, typeName: string, path: string): void {
    const type = schema.get(typeName);
    if (value.kind === 'variable') {
      used.add(value.name);
      if (!declared.has(value.name)) problems.push(`Variable $${value.name} is used but not declared`);
    } else if (value.kind === 'list') {
      for (const item of value.items) checkValue(item, typeName, path);
    } else if (value.kind === 'object') {
      if (type?.kind !== 'input') problems.push(`${path} is not an object`);
      for (const [name, member] of Object.entries(value.fields)) {
        const field = type?.kind === 'input' ? type.fields.get(name) : undefined;
        if (field) checkValue(member, field.type.name, `${path}.${name}`);
        else problems.push(`InputObject '${typeName}' doesn't accept argument '${name}'`);
      }
    } else if (value.kind === 'enum' && !(type?.kind === 'enum' && type.values.has(value.name))) {
      problems.push(`${path} has an invalid value (${value.name})`);
    }
  }

  for (const { name, type } of document.variables) {
    if (!schema.has(type.name)) problems.push(`${type.name} isn't a defined input type (on $${name})`);
  }
  checkSelection(document.operation === 'query' ? 'QueryRoot' : 'Mutation', document.selection);
  for (const name of declared) if (!used.has(name)) problems.push(`Variable $${name} is declared but not used`);
  return problems;
}
