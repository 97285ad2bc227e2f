import { describe, expect, it } from 'vitest';
import type { ColumnMapping } from '../../domain/column-mapping.js';
import { readFeed as read } from '../../testing/read-feed.js';

describe('Google Merchant Center (docs/catalog.md "The native CSV file")', () => {
  const HEADER =
    'id\ttitle\tdescription\tlink\timage_link\tavailability\tprice\tsale_price\tbrand\titem_group_id\tcolor\tproduct_type\tunit_pricing_measure\tunit_pricing_base_measure\tcustom_label_0\tcustom_label_1';

  it('prices with currency, sale prices, states of stock, colors and labels arrive as a native file would have them', async () => {
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

  it('an invalid price rejects its row and is reported under the column name of the file', async () => {
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

describe('Google Merchant Center, sale prices and product types', () => {
  const readRows = (rows: string) =>
    read(`id\ttitle\tlink\tprice\tsale_price\tsale_price_effective_date\tproduct_type\n${rows}`);
  const row = (sale: string, period: string, type: string) =>
    `V\tIvory\thttps://shop.example/1\t15.00 USD\t${sale}\t${period}\t${type}`;

  it('a sale price without a period is the price; one with a period is ignored, and the report lists it', async () => {
    const lasting = await readRows(row('12.00 USD', '', ''));
    expect(lasting.variants).toMatchObject([{ price: '12.00', compare_at_price: '15.00' }]);
    expect(lasting.report.notes).toHaveLength(1);
    const timed = await readRows(row('12.00 USD', '2026-11-20T00:00-0800/2026-11-30T23:59-0800', ''));
    expect(timed.variants[0]).toMatchObject({ price: '15.00' });
    expect(timed.variants[0]).not.toHaveProperty('compare_at_price');
    expect(timed.report.notes).toContainEqual(expect.stringContaining('start or end date'));
  });

  it.each([
    ['Makeup > Face > Foundation', ['Foundation']],
    ['"""Makeup > Face > Foundation,Sets > Gifts"""', ['Foundation', 'Gifts']],
    ['Makeup, Skin > Face', ['Face']],
    ['Makeup', ['Makeup']],
  ])('the product types %s give the categories %j', async (cell, categories) => {
    const { variants } = await readRows(row('', '', cell));
    expect(variants[0]?.tags).toBe(`{${categories.map((name) => `"category:${name}"`).join(',')}}`);
  });
});

describe('WooCommerce', () => {
  const HEADER =
    'ID,Type,SKU,Name,Published,"Short description","In stock?","Sale price","Regular price",Categories,Tags,Images,Parent,"External URL","Attribute 1 name","Attribute 1 value(s)","Attribute 2 name","Attribute 2 value(s)"';
  const VARIABLE =
    '10,variable,VF,"Velvet Foundation",1,"<b>Soft</b>",1,,,"Makeup > Face > Foundation, Makeup","finish:matte, vegan\\, bio","https://cdn.example/a.jpg, https://cdn.example/b.jpg",,,Shade,"Ivory, Rose",Skin Type,"Dry, Oily"';

  it('a variation inherits the texts of its product, named by SKU or by id, before or after it in the file', async () => {
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
    expect(report.notes).toContain('1 row holds no variant (a product, a picture) and was not counted.');
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

  it('line breaks, decimal commas and formulas are read as the export writes them', async () => {
    const { variants } = await read(
      [
        HEADER,
        `20,simple,"'-LIP","'=1+1 lip oil",1,"'- <b>One</b>\\nTwo",1,"8,50","9,95","'@home > Lips","'+tag",,,,Finish,"'-matte",,`,
        `21,simple,,It's 'quoted',1,,1,,9,,,,,,,,,`,
      ].join('\n'),
    );
    expect(variants).toMatchObject([
      {
        name: '=1+1 lip oil',
        price: '8.50',
        compare_at_price: '9.95',
        short_description: '- One Two',
        tags: '{"category:Lips","tag:+tag","finish:-matte"}',
      },
      { name: "It's 'quoted'" },
    ]);
  });

  it('unpublished products and their variations are unavailable', async () => {
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

  it('a variation of a product that is not in the file is rejected', async () => {
    const { report } = await read([HEADER, '11,variation,,Ivory,1,,1,,9,,,,id:99,,,,,'].join('\n'));
    expect(report.rejected).toMatchObject([
      { line: 2, column: 'Parent', reason: expect.stringContaining('of a product of this file') },
    ]);
  });
});

describe('Shopware 6', () => {
  const HEADER =
    'id;parent_id;product_number;active;stock;name;description;price_net;price_gross;cover_media_url;manufacturer_name';

  it('variants inherit empty fields; a product with variants is not a variant itself; a product without variants is one', async () => {
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

  it('the old header: rows of a product share the texts of its first row; rows of pictures are not variants', async () => {
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

  it('the new header gives the same result under other names', async () => {
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
  it('renames columns, fills in texts, and hides the replaced columns', async () => {
    const mapping: ColumnMapping = {
      format: 'native',
      columns: { id: 'Artikel', name: '{Marke} {Titel}', url: 'https://shop.example/p/{Slug}', color: 'Farbe' },
    };
    const file = 'Artikel;Marke;Titel;Slug;color;Farbe;Lager\nV1;Glow;Lip Oil;lip;Rosa;#abc;7';
    const { variants, report } = await read(file, { mapping });
    expect(variants).toMatchObject([
      { id: 'V1', name: 'Glow Lip Oil', url: 'https://shop.example/p/lip', color: '#aabbcc' },
    ]);
    // What was mapped was not ignored.
    expect(report.notes).toEqual(['Columns that are not part of the format were ignored: "Lager".']);
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
  it('a file of an unknown format is rejected with the columns of the native format and the names of the others', async () => {
    await expect(read('Artikel;Titel\n1;2')).rejects.toThrow(
      /lacks the required columns id, name, url; it must name id, name and url.*Google Merchant Center feed/,
    );
  });

  it('a requested format is used, or its missing columns are listed', async () => {
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
