import type { ColumnMapping, Feed } from '@svc/domain';
import { describe, expect, it } from 'vitest';
import { RowReport } from '../../domain/import-report.js';
import { CatalogFeed } from '../catalog-feed.js';
import { STAGED_COLUMNS } from '../copy-text.js';
import { readLayout } from '../read-layout.js';

/** What a file would stage: rows as objects without empty values, and the report. */
async function read(text: string, wanted: { format?: Feed['format']; mapping?: ColumnMapping } = {}) {
  const report = new RowReport();
  async function* open() {
    // In small pieces, as a network gives them.
    for (let at = 0; at < text.length; at += 50) yield text.slice(at, at + 50);
  }
  const feed = new CatalogFeed(
    report,
    await readLayout(open, { format: wanted.format ?? 'auto', mapping: wanted.mapping }),
  );
  let lines = '';
  for await (const piece of open()) lines += feed.push(piece);
  lines += feed.end();
  const rows = lines.split('\n').filter((line) => line !== '');
  const staged = rows.map((row) =>
    Object.fromEntries(
      row.split('\t').flatMap((cell, place) => (cell === '\\N' ? [] : [[STAGED_COLUMNS[place]!, cell]])),
    ),
  );
  return {
    variants: staged.filter(({ id }) => id !== undefined),
    products: staged.filter(({ id }) => id === undefined),
    report,
  };
}

describe('Google Merchant Center (catalogue.md, "Native CSV")', () => {
  const HEADER =
    'id\ttitle\tdescription\tlink\timage_link\tavailability\tprice\tsale_price\tbrand\titem_group_id\tcolor\tproduct_type\tunit_pricing_measure\tunit_pricing_base_measure\tcustom_label_0\tcustom_label_1';

  it('prices with currency, sale prices, states of stock, colours and labels arrive as a native file would have them', async () => {
    const { variants, products, report } = await read(
      [
        HEADER,
        'V1\tVelvet Foundation - Ivory\t<p>Soft &amp; matte</p>\thttps://shop.example/p/1\thttps://cdn.example/1.jpg\tin_stock\t24.90 EUR\t19.90 EUR\tGlow\tP1\tIvory/Rose\tBeauty > Face > Foundation\t30ml\t100ml\tfinish:matte\tbestseller',
        'V2\tVelvet Foundation - Iris\t\thttps://shop.example/p/1\t\tout of stock\t24.90 EUR\t\tGlow\tP1\t#F1D6C1\t\t\t\t\t',
        'V3\tLip Oil\t\thttps://shop.example/lip\t\tpreorder\t9 EUR\t\t\t\t\t\t\t\t\t',
      ].join('\n'),
    );
    expect(report).toMatchObject({
      read: 3,
      rejectedCount: 0,
      notes: ['The file was read as a Google Merchant Center feed.'],
    });
    expect(variants[0]).toEqual({
      position: '0',
      id: 'V1',
      product_id: 'P1',
      name: 'Velvet Foundation - Ivory',
      url: 'https://shop.example/p/1',
      image_url: 'https://cdn.example/1.jpg',
      available: 't',
      price: '19.90',
      compare_at_price: '24.90',
      currency: 'EUR',
      short_description: 'Soft & matte',
      package_size: '30ml',
      unit_price_measurement: '100ml',
      tags: '{"color:Ivory","color:Rose","category:Foundation","finish:matte","custom_label_1:bestseller"}',
    });
    expect(variants[1]).toMatchObject({ available: 'f', price: '24.90', color: '#f1d6c1', tags: '{}' });
    expect(variants[2]).toMatchObject({ available: 't', product_id: 'V3' });
    expect(products).toMatchObject([
      { product_id: 'P1', words: 'Velvet Foundation - ', vendor: 'Glow' },
      { product_id: 'V3' },
    ]);
  });

  it('names with spaces and with the prefix of the XML feed are the same columns', async () => {
    const { variants } = await read('g:id,g:title,g:link,g:item group id\nV1,Ivory,https://shop.example/1,P1');
    expect(variants).toMatchObject([{ id: 'V1', name: 'Ivory', product_id: 'P1' }]);
  });

  it('a price that is none rejects its row and is reported under the name that the file uses', async () => {
    const { report } = await read('id,title,link,price\nV1,Ivory,https://shop.example/1,"19,90 EUR"');
    expect(report.rejected).toEqual([
      {
        line: 2,
        column: 'price',
        reason: expect.stringContaining('decimal number with a point, for example 19.90; it is "19,90 EUR"'),
      },
    ]);
  });
});

describe('WooCommerce', () => {
  const HEADER =
    'ID,Type,SKU,Name,Published,"Short description","In stock?","Sale price","Regular price",Categories,Tags,Images,Parent,"External URL","Attribute 1 name","Attribute 1 value(s)","Attribute 2 name","Attribute 2 value(s)"';
  const VARIABLE =
    '10,variable,VF,"Velvet Foundation",1,"<b>Soft</b>",1,,,"Makeup > Face > Foundation, Makeup","finish:matte, vegan\\, bio","https://cdn.example/a.jpg, https://cdn.example/b.jpg",,,Shade,"Ivory, Rose",Skin Type,"Dry, Oily"';

  it('a variation takes texts over from its product, whether that is named by SKU or by id, and wherever it stands', async () => {
    const { variants, products, report } = await read(
      [
        HEADER,
        '12,"variation, virtual",VF-2,"Velvet Foundation - Rose",1,,0,,24.90,,,,id:10,,Shade,Rose,,',
        VARIABLE,
        '11,variation,VF-1,"Velvet Foundation - Ivory",1,,1,19.90,24.90,,,https://cdn.example/i.jpg,VF,,Shade,Ivory,,',
        '20,simple,LIP,"Lip Oil",1,,backorder,,9,,,,,,,,,',
      ].join('\n'),
    );
    expect(report).toMatchObject({ read: 3, rejectedCount: 0 });
    expect(report.notes).toContain('1 rows hold no variant (products, pictures) and were not counted.');
    expect(variants).toMatchObject([
      {
        id: '12',
        product_id: '10',
        available: 'f',
        price: '24.90',
        image_url: 'https://cdn.example/a.jpg',
        short_description: 'Soft',
        tags: '{"category:Foundation","category:Makeup","finish:matte","tag:vegan, bio","shade:Rose","skin_type:Dry","skin_type:Oily"}',
      },
      {
        id: '11',
        product_id: '10',
        available: 't',
        price: '19.90',
        compare_at_price: '24.90',
        image_url: 'https://cdn.example/i.jpg',
      },
      { id: '20', product_id: '20', available: 't', price: '9' },
    ]);
    expect(products.map(({ product_id }) => product_id)).toEqual(['10', '20']);
  });

  it('what is not published is not available, nor are the variations of such a product', async () => {
    const { variants } = await read(
      [
        HEADER,
        VARIABLE.replace(',1,"<b>', ',-1,"<b>'),
        '11,variation,,Ivory,1,,1,,9,,,,VF,,,,,',
        '20,simple,,Lip,0,,1,,9,,,,,,,,,',
      ].join('\n'),
    );
    expect(variants.map(({ available }) => available)).toEqual(['f', 'f']);
  });

  it('a variation of a product that the file does not hold is rejected', async () => {
    const { report } = await read([HEADER, '11,variation,,Ivory,1,,1,,9,,,,id:99,,,,,'].join('\n'));
    expect(report.rejected).toMatchObject([
      { line: 2, column: 'Parent', reason: expect.stringContaining('of a product of this file') },
    ]);
  });
});

describe('Shopware 6', () => {
  const HEADER =
    'id;parent_id;product_number;active;stock;name;description;price_net;price_gross;cover_media_url;manufacturer_name';

  it('variants take over what they leave empty; the product itself is no variant; a product without variants is one', async () => {
    const { variants, report } = await read(
      [
        HEADER,
        'a1;;SW1;1;0;Velvet Foundation;<p>Soft</p>;16.72;19.90;https://cdn.example/1.jpg;Glow',
        'a2;a1;SW1.1;1;3;;;;24.90;;',
        'a3;a1;SW1.2;;0;Velvet Foundation Rose;;;;;',
        'b1;;SW2;0;5;Lip Oil;;;9;;',
      ].join('\n'),
    );
    expect(report).toMatchObject({ read: 3, rejectedCount: 0 });
    expect(variants).toMatchObject([
      {
        id: 'a2',
        product_id: 'a1',
        name: 'Velvet Foundation',
        price: '24.90',
        available: 't',
        image_url: 'https://cdn.example/1.jpg',
      },
      { id: 'a3', product_id: 'a1', name: 'Velvet Foundation Rose', price: '19.90', available: 'f' },
      { id: 'b1', product_id: 'b1', available: 'f' },
    ]);
  });
});

describe('Shopify', () => {
  const OLD =
    'Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,Image Src,Variant Image,Status';
  const NEW =
    'Title,URL handle,Description,Vendor,Type,Tags,Published on online store,Status,SKU,Option1 name,Option1 value,Price,Compare-at price,Inventory tracker,Inventory quantity,Continue selling when out of stock,Product image URL,Variant image URL';

  it('the old header: rows of a product share the texts of its first one, rows of pictures are none', async () => {
    const { variants, products, report } = await read(
      [
        OLD,
        'velvet,Velvet Foundation,<p>Soft</p>,Glow,Foundation,"finish:matte, vegan",true,Shade,Ivory,VF-1,shopify,3,deny,19.90,24.90,https://cdn.example/1.jpg,,active',
        'velvet,,,,,,,,Rose,VF-2,shopify,0,deny,19.90,,https://cdn.example/2.jpg,https://cdn.example/rose.jpg,',
        'velvet,,,,,,,,,,,,,,,https://cdn.example/3.jpg,,',
        'lip,Lip Oil,,Glow,,,true,Title,Default Title,LIP,shopify,0,continue,9,,,,active',
      ].join('\n'),
    );
    expect(report).toMatchObject({ read: 3, rejectedCount: 0 });
    expect(report.notes).toContainEqual(expect.stringContaining('Proof of concept only'));
    expect(variants).toMatchObject([
      {
        id: 'VF-1',
        product_id: 'velvet',
        name: 'Velvet Foundation - Ivory',
        available: 't',
        tags: '{"finish:matte","tag:vegan","category:Foundation","shade:Ivory"}',
      },
      { id: 'VF-2', name: 'Velvet Foundation - Rose', available: 'f', image_url: 'https://cdn.example/rose.jpg' },
      { id: 'LIP', product_id: 'lip', name: 'Lip Oil', available: 't' },
    ]);
    expect(products[0]).toMatchObject({ words: 'Velvet Foundation - ', vendor: 'Glow' });
  });

  it('the new header holds the same under other names', async () => {
    const { variants } = await read(
      [
        NEW,
        'Velvet Foundation,velvet,Soft,Glow,Foundation,,TRUE,Active,VF-1,Shade,Ivory,19.90,,shopify,0,FALSE,https://cdn.example/1.jpg,',
        ',velvet,,,,,,,VF-2,,Rose,19.90,,,,,,',
        'Lip Oil,lip,,,,,TRUE,Draft,LIP,Title,Default Title,9,,,,,,',
      ].join('\n'),
    );
    expect(variants).toMatchObject([
      {
        id: 'VF-1',
        product_id: 'velvet',
        available: 'f',
        price: '19.90',
        tags: '{"category:Foundation","shade:Ivory"}',
      },
      { id: 'VF-2', name: 'Velvet Foundation - Rose', available: 't' },
      { id: 'LIP', available: 'f' },
    ]);
  });

  it('a variant without a SKU is rejected, since nothing else names it', async () => {
    const { report } = await read([OLD, 'lip,Lip Oil,,,,,true,Title,Default Title,,,,,9,,,,active'].join('\n'));
    expect(report.rejected).toMatchObject([{ column: 'Variant SKU', reason: expect.stringContaining('it is empty') }]);
  });
});

describe('a column mapping', () => {
  it('renames columns, fills texts in, and hides what it replaces', async () => {
    const mapping: ColumnMapping = {
      format: 'native',
      columns: { id: 'Artikel', name: '{Marke} {Titel}', url: 'https://shop.example/p/{Slug}', color: 'Farbe' },
    };
    const { variants } = await read('Artikel;Marke;Titel;Slug;color;Farbe\nV1;Glow;Lip Oil;lip;Rosa;#abc', { mapping });
    expect(variants).toMatchObject([
      { id: 'V1', name: 'Glow Lip Oil', url: 'https://shop.example/p/lip', color: '#aabbcc' },
    ]);
  });

  it('a translated export is read as the export it is', async () => {
    const mapping: ColumnMapping = {
      format: 'woocommerce',
      columns: {
        Type: 'Typ',
        Parent: 'Übergeordnetes Produkt',
        'Regular price': 'Regulärer Preis',
        'External URL': 'https://shop.example/?p={ID}',
      },
    };
    const { variants } = await read(
      'ID,Typ,SKU,Name,Regulärer Preis,Übergeordnetes Produkt\n10,variable,VF,Velvet,,\n11,variation,VF-1,Velvet - Ivory,19.90,VF',
      { mapping },
    );
    expect(variants).toMatchObject([{ id: '11', product_id: '10', price: '19.90', url: 'https://shop.example/?p=11' }]);
  });

  it('a mapped column that the file lacks fails the run and is named', async () => {
    const mapping: ColumnMapping = { format: 'native', columns: { id: 'Artikel' } };
    await expect(read('id;name;url', { mapping })).rejects.toThrow('The column mapping names "Artikel"');
    await expect(read('id;name;url', { mapping: { ...mapping, columns: { url: 'x/{Slug}' } } })).rejects.toThrow(
      '"Slug"',
    );
  });
});

describe('chooseFormat', () => {
  it('a file of no format names what a native one needs, and the other formats', async () => {
    await expect(read('Artikel;Titel\n1;2')).rejects.toThrow(
      /lacks the required columns id, name, url; it must name id, name and url.*Google Merchant Center feed/,
    );
  });

  it('a format that was asked for is taken, or its missing columns are named', async () => {
    await expect(read('id;name;url\n', { format: 'shopify' })).rejects.toThrow(
      'The header lacks the required columns Handle, Title, Variant SKU; a Shopify export has them.',
    );
    const { report } = await read('id,title,link,name,url\nV1,T,https://shop.example/1,N,https://shop.example/2', {
      format: 'gmc',
    });
    expect(report.notes).toEqual(['The file was read as a Google Merchant Center feed.']);
  });

  it('native comes first: a file that has the columns of several formats is native', async () => {
    const { variants } = await read('id,title,link,name,url\nV1,T,https://shop.example/1,N,https://shop.example/2');
    expect(variants).toMatchObject([{ name: 'N', url: 'https://shop.example/2' }]);
  });
});
