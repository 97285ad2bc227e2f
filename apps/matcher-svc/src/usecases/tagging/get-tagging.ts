import type { LocalizedText } from '@svc/domain';
import { forCompany } from '@svc/kit';
import type { Knex } from 'knex';
import { readSettings, readTagging } from '../../db/company-configs.js';

/** Words of the company that stand for tags. */
export interface TagCaption {
  funnelId: string;
  text: LocalizedText;
  tags: string[];
}

export interface CompanyTagging {
  configVersion: number;
  /** `Tagging` of libs/domain: JSON. It is not parsed here, because it may be large. */
  taggingJson: Buffer;
  /** Of enabled tabs that select by tags. */
  tabs: TagCaption[];
}

/** The tagging of a company and the names of its tabs, both of one version; of an unknown company nothing at version 0. */
export async function getTagging({ db }: { db: Knex }, companyId: string): Promise<CompanyTagging> {
  for (;;) {
    const { version, config } = await forCompany(db, companyId, (trx) => readSettings(trx, companyId));
    const tagging = await forCompany(db, companyId, (trx) => readTagging(trx, companyId, version));
    // Another apply came in between.
    if (tagging === null) continue;
    const tabs = Object.entries(config.funnels).flatMap(([funnelId, { resultPage }]) =>
      resultPage.enabled
        ? resultPage.tabs
            .filter(({ enabled, select }) => enabled && select.tags.length > 0)
            .map(({ name, select }) => ({ funnelId, text: name, tags: select.tags }))
        : [],
    );
    return { configVersion: version, taggingJson: Buffer.concat(tagging), tabs };
  }
}
