/** A board of Grafana: rows of panels, each of one or more expressions. */
export interface Board {
  uid: string;
  title: string;
  rows: readonly BoardRow[];
}

export interface BoardRow {
  title: string;
  panels: readonly Panel[];
}

export interface Panel {
  title: string;
  /** What to do when it looks wrong; shown at the panel. */
  description?: string;
  /** A unit of Grafana. */
  unit: 's' | 'percentunit' | 'reqps' | 'short' | 'bytes' | 'dateTimeAsIso';
  /** PromQL by legend. */
  queries: Readonly<Record<string, string>>;
  /** Default: lines over time; `stat` shows the last value. */
  type?: 'timeseries' | 'stat' | 'table';
}

const PANELS_PER_LINE = 3;
const COLUMNS = 24;
const HEIGHT = 8;
const SOURCE = { type: 'prometheus', uid: '$datasource' };

/** The JSON that Grafana imports, or reads from a folder. */
export function toJson({ uid, title, rows }: Board): string {
  let y = 0;
  let id = 0;
  const panels: object[] = [];
  for (const row of rows) {
    panels.push({ id: ++id, type: 'row', title: row.title, collapsed: false, gridPos: { x: 0, y, w: COLUMNS, h: 1 } });
    y += 1;
    row.panels.forEach((panel, index) => {
      const w = COLUMNS / PANELS_PER_LINE;
      const line = Math.floor(index / PANELS_PER_LINE);
      panels.push(toPanel(panel, ++id, { x: (index % PANELS_PER_LINE) * w, y: y + line * HEIGHT, w, h: HEIGHT }));
    });
    y += Math.ceil(row.panels.length / PANELS_PER_LINE) * HEIGHT;
  }
  const board = {
    uid,
    title: `svc · ${title}`,
    tags: ['svc'],
    schemaVersion: 39,
    editable: false,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: { list: [{ name: 'datasource', type: 'datasource', query: 'prometheus' }] },
    links: [{ type: 'dashboards', title: 'Boards', tags: ['svc'], asDropdown: true, keepTime: true }],
    annotations: { list: [toStartAnnotation()] },
    panels,
  };
  return `${JSON.stringify(board, null, 2)}\n`;
}

/** Starts of processes, so that a release shows in every panel. */
const toStartAnnotation = () => ({
  name: 'Starts',
  datasource: SOURCE,
  enable: true,
  iconColor: 'blue',
  expr: 'changes(process_start_time_seconds{job="svc"}[1m]) > 0',
  titleFormat: '{{app}} started',
});

function toPanel({ title, description, unit, queries, type = 'timeseries' }: Panel, id: number, gridPos: object) {
  return {
    id,
    type,
    title,
    ...(description === undefined ? {} : { description }),
    gridPos,
    datasource: SOURCE,
    fieldConfig: { defaults: { unit, min: unit === 'dateTimeAsIso' ? undefined : 0 }, overrides: [] },
    options: type === 'timeseries' ? { legend: { displayMode: 'list' }, tooltip: { mode: 'multi', sort: 'desc' } } : {},
    targets: Object.entries(queries).map(([legendFormat, expr], index) => ({
      refId: String.fromCharCode(65 + index),
      datasource: SOURCE,
      expr,
      legendFormat,
      ...(type === 'timeseries' ? {} : { instant: true }),
    })),
  };
}
