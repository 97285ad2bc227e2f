import { readFileSync } from 'node:fs';
import { parse as parseCsv } from 'csv-parse/sync';
import { parse as parseYaml } from 'yaml';
import type { Caption, ChatVariant, LocalizedText } from '../domain/catalog/chat-catalog.js';
import { type ChatCompany, compileCompany } from '../domain/thread/chat-company.js';
import { DEMO_SETTINGS } from './demo-settings.js';

const DEMO = new URL('../../../../demo/', import.meta.url);

interface Selection {
  readonly caption?: Record<string, string>;
  readonly tags?: Record<string, readonly string[]>;
}
interface Tab {
  readonly name?: Record<string, string>;
  readonly select?: { readonly tags?: readonly string[] };
}
interface DemoFile {
  readonly tagging: Record<'products' | 'variants', Record<string, readonly string[]>>;
  readonly funnels: readonly {
    readonly resultPage: { readonly tabs: readonly Tab[] };
    readonly published: { readonly steps: readonly { readonly selections?: readonly Selection[] }[] };
  }[];
}

let demo: ChatCompany | undefined;

/** The demo company as the chat sees it: its catalog, with tagging, and the captions of its funnels. Compiled once per process. */
export function readDemoCompany(): ChatCompany {
  demo ??= compileDemoCompany();
  return demo;
}

function compileDemoCompany(): ChatCompany {
  const file = parseYaml(readFileSync(new URL('company.yaml', DEMO), 'utf8')) as DemoFile;
  return compileCompany({
    catalogVersion: '1',
    catalog: { variants: readDemoVariants(file), captions: file.funnels.flatMap(listCaptions) },
    settings: DEMO_SETTINGS,
    language: 'en',
    hasFunnel: true,
  });
}

function readDemoVariants({ tagging }: DemoFile): ChatVariant[] {
  const rows: Record<string, string>[] = parseCsv(readFileSync(new URL('catalog.csv', DEMO), 'utf8'), {
    delimiter: ';',
    columns: true,
  });
  return rows.map((row): ChatVariant => {
    const {
      id = '',
      parentId,
      name = '',
      price,
      currency = '',
      availability,
      vendor,
      line,
      packageSize,
      shortDescription,
      color,
      tags = '',
      url,
      coverImage,
    } = row;
    const productId = parentId || id;
    return {
      id,
      productId,
      name,
      price: { amount: Number(price), currency },
      available: availability === 'in_stock',
      vendor,
      line,
      packageSize,
      description: shortDescription,
      color,
      tags: [...tags.split('|'), ...(tagging.products[productId] ?? []), ...(tagging.variants[id] ?? [])],
      link: url,
      image: coverImage,
    };
  });
}

function listCaptions({ published, resultPage }: DemoFile['funnels'][number]): Caption[] {
  const options = published.steps.flatMap(({ selections = [] }) =>
    selections.map(({ caption, tags }) => ({
      text: toText(caption),
      tags: tags?.require ?? tags?.prefer ?? [],
    })),
  );
  const tabs = resultPage.tabs.map(({ name, select }) => ({ text: toText(name), tags: select?.tags ?? [] }));
  return [...options, ...tabs];
}

const toText = (text: Record<string, string> = {}): LocalizedText => ({ en: text.en, de: text.de });
