import { COMPANY_SETTING } from './for-company.js';
import type { PreparedStatement } from './run-prepared.js';

/** Chooses the company whose rows the statements of a transaction see. */
export const SET_COMPANY: PreparedStatement = {
  name: 'set-company',
  text: `select set_config('${COMPANY_SETTING}', $1, true)`,
};
