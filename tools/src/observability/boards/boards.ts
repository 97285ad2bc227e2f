import { type Board, toJson } from './board.js';
import { CHAT } from './chat.js';
import { DASHBOARD } from './dashboard.js';
import { DATABASE } from './database.js';
import { GATEWAY } from './gateway.js';
import { MATCHING } from './matching.js';
import { NODE } from './node.js';
import { OVERVIEW } from './overview.js';
import { ANALYSES, CATALOG, DELIVERIES } from './work.js';

export const ALL_BOARDS: readonly Board[] = [
  OVERVIEW,
  GATEWAY,
  MATCHING,
  ANALYSES,
  DELIVERIES,
  CATALOG,
  DATABASE,
  NODE,
  DASHBOARD,
  CHAT,
];

/** The boards as Grafana reads them. */
export const BOARDS = ALL_BOARDS.map((board) => ({ uid: board.uid, json: toJson(board) }));
