import type { Session } from '../../db/session.js';
import { createStaging, gatherScatteredProducts, loadStaging } from '../../db/staging.js';
import { ImportFailure } from '../../domain/import-failure.js';
import { IMPORT_LIMITS } from '../../domain/import-limits.js';
import { RowReport } from '../../domain/import-report.js';
import { productLine, variantLine } from '../../feeds/copy-text.js';
import { type CutText, CutTexts } from '../../feeds/cut-texts.js';
import { IdSet } from '../../feeds/id-set.js';
import { LineBuffer } from '../../feeds/line-buffer.js';
import type { StageFile } from '../../usecases/importer.js';
import { parseGid, parseProduct, parseVariant, UnreadableNode } from '../products/parse-product.js';

/** Longest line, characters: far above what a product can hold. */
const MAX_LINE_LENGTH = 1024 * 1024;

/**
 * Reads the result of a bulk operation: one JSON object per line, products and variants in any order. A truncated file, or one with
 * another number of objects than the operation has written, fails as a whole. docs/shopify.md "How the catalog stays current".
 * @param objectCount - number of objects that the operation reports.
 */
export function stageBulkResult(objectCount: number, maxVariants: number = IMPORT_LIMITS.maxRows): StageFile {
  return async (session, file, { signal, onRows }) => {
    const result = new BulkResult(maxVariants);
    await createStaging(session);
    await loadStaging(session, staged());
    if (result.lineCount !== objectCount) {
      throw new ImportFailure(
        `Shopify's file has ${result.lineCount} objects instead of ${objectCount}; the catalog was not changed.`,
        'SHOP_FILE',
      );
    }
    await checkParents(session);
    // Variants were staged by their places in their products.
    await gatherScatteredProducts(session);
    return result.report;

    async function* staged(): AsyncGenerator<Buffer> {
      for await (const text of file.pieces()) {
        signal.throwIfAborted();
        yield result.push(text);
        onRows(result.report.read);
      }
      result.end();
    }
  };
}

/** Turns the text into lines for COPY, piece by piece. Memory: one piece, and the ids. */
class BulkResult {
  readonly report = new RowReport();
  lineCount = 0;

  private readonly products = new IdSet();
  private readonly variants = new IdSet();
  private readonly staged = new LineBuffer();
  private readonly cutTexts = new CutTexts();
  private rest = '';

  constructor(private readonly maxVariants: number) {}

  push(text: string): Buffer {
    const lines = (this.rest + text).split('\n');
    this.rest = lines.pop() ?? '';
    if (this.rest.length > MAX_LINE_LENGTH)
      throw new ImportFailure(`Line ${this.lineCount + 1} is longer than 1 MB.`, 'SHOP_FILE');
    for (const line of lines) if (line !== '') this.staged.append(this.take(line));
    return this.staged.take();
  }

  end(): void {
    if (this.rest.trim() !== '') throw new ImportFailure('The file ends in the middle of a line.', 'SHOP_FILE');
    this.report.notes.push(...this.cutTexts.notes());
  }

  private take(line: string): string {
    this.lineCount += 1;
    const node = parsed(line, this.lineCount);
    const gid = parseGid(node.id);
    if (gid?.type === 'Product') return this.takeProduct(node);
    if (gid?.type === 'ProductVariant') return this.takeVariant(node);
    throw new ImportFailure(`Line ${this.lineCount} is neither a product nor a variant.`, 'SHOP_FILE');
  }

  private takeProduct(node: Record<string, unknown>): string {
    try {
      const { name: _, ...product } = parseProduct(node, (text) => this.cutTexts.add(text, this.lineCount));
      const ordinal = this.products.size;
      if (this.products.add(product.id) !== ordinal)
        throw new ImportFailure(`Product ${product.id} comes twice.`, 'SHOP_FILE');
      return productLine({ ...product, ordinal });
    } catch (error) {
      if (error instanceof UnreadableNode)
        throw new ImportFailure(`Line ${this.lineCount}: ${error.message}.`, 'SHOP_FILE');
      throw error;
    }
  }

  private takeVariant(node: Record<string, unknown>): string {
    const { report } = this;
    if (report.read >= this.maxVariants) {
      throw new ImportFailure(
        `The shop has more than ${this.maxVariants.toLocaleString('en')} variants.`,
        'TOO_MANY_ROWS',
        {
          max: this.maxVariants,
        },
      );
    }
    report.read += 1;
    try {
      const cut: CutText[] = [];
      const variant = parseVariant(node, (text) => cut.push(text));
      if (node.__parentId !== undefined && parseGid(node.__parentId)?.id !== variant.productId) {
        throw new UnreadableNode('it names two products');
      }
      const ordinal = this.variants.size;
      if (this.variants.add(variant.id) !== ordinal) throw new UnreadableNode(`variant ${variant.id} comes twice`);
      for (const text of cut) this.cutTexts.add(text, this.lineCount);
      return variantLine(variant, variant.position);
    } catch (error) {
      if (!(error instanceof UnreadableNode)) throw error;
      report.reject({ line: this.lineCount, column: '', reason: `${error.message}.` });
      return '';
    }
  }
}

function parsed(line: string, number: number): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Below.
  }
  throw new ImportFailure(`Line ${number} is no JSON object; the file is damaged.`, 'SHOP_FILE');
}

/** A variant without its product would have no place in the catalog. @throws ImportFailure */
async function checkParents(session: Session): Promise<void> {
  // EXCEPT, since a join would be planned without statistics.
  const [row] = await session.query<{ product_id: string }>(
    `(select product_id from staged where id is not null)
     except (select product_id from staged where id is null) limit 1`,
  );
  if (row)
    throw new ImportFailure(`The file has variants of product ${row.product_id}, but not the product.`, 'SHOP_FILE');
}
