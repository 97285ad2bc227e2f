import '@xyflow/react/dist/base.css';
import { Button, Group, useComputedColorScheme } from '@mantine/core';
import {
  BaseEdge,
  type Edge,
  EdgeLabelRenderer,
  type EdgeProps,
  getBezierPath,
  MarkerType,
  type Node,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
} from '@xyflow/react';
import { useEffect, useMemo } from 'react';
import { useI18n } from '../../../i18n/i18n.js';
import { toStepName } from '../../../shared/edit/step-name.js';
import type { Branch } from '../model/find-branches.js';
import { layOut } from '../model/lay-out.js';
import { toAnswerLabel } from '../steps/answer-label.js';

const WIDTH = 190;
const HEIGHT = 60;
const COLUMN = WIDTH + 40;
const LAYER = HEIGHT + 100;
/** From a question up to the answers that lead to it, and from one of them to the next. */
const LABEL_GAP = 16;
const LABEL_HEIGHT = 18;

/** An edge with the answers that lead to its question. `line`: its place among the edges to that question. */
type BranchEdge = Edge<{ answers: string; line: number }>;
const EDGE_TYPES = { branch: BranchLine };

interface Props {
  branches: readonly Branch[];
  language: string | undefined;
  onChoose: (id: number) => void;
}

/**
 * The conditions as a picture, for reading: the list next to it says the same and is the one for assistive technology. Conditions are
 * edited in words, since groups of conditions are no arrows.
 */
export function BranchingGraph(props: Props) {
  return (
    <ReactFlowProvider>
      <Graph {...props} />
    </ReactFlowProvider>
  );
}

function Graph({ branches, language, onChoose }: Props) {
  const { t } = useI18n();
  const flow = useReactFlow();
  const width = useStore((store) => store.width);
  // biome-ignore lint/correctness/useExhaustiveDependencies: again when the width of the window changes.
  useEffect(() => void flow.fitView(), [flow, width]);
  const colorMode = useComputedColorScheme('light');
  const nodes = useMemo(() => toNodes(branches, language, t('branching.unreachable')), [branches, language, t]);
  const edges = useMemo(() => toEdges(branches, t, language), [branches, language, t]);
  return (
    <div>
      <Group gap="xs" mb="xs">
        <Button size="compact-xs" variant="default" onClick={() => void flow.zoomIn()}>
          {t('branching.zoom-in')}
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => void flow.zoomOut()}>
          {t('branching.zoom-out')}
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => void flow.fitView()}>
          {t('branching.fit')}
        </Button>
      </Group>
      <div className="branching-graph" aria-hidden="true">
        <ReactFlow
          nodes={nodes}
          edges={edges}
          edgeTypes={EDGE_TYPES}
          colorMode={colorMode}
          fitView
          minZoom={0.1}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          disableKeyboardA11y
          // The wheel scrolls the page.
          zoomOnScroll={false}
          preventScrolling={false}
          // Its link would be in what assistive technology does not see.
          proOptions={{ hideAttribution: true }}
          onNodeClick={(_, { id }) => onChoose(Number(id))}
        />
      </div>
    </div>
  );
}

const listEdges = (branches: readonly Branch[]) =>
  branches.flatMap(({ step, dependsOn }) => dependsOn.map((from) => [from, step] as const));

function toNodes(branches: readonly Branch[], language: string | undefined, unreachable: string): Node[] {
  const places = layOut({
    nodes: branches.map(({ step }) => step.id),
    edges: listEdges(branches).map(([from, to]) => [from.id, to.id] as const),
  });
  const widths = new Map<number, number>();
  for (const { layer, row } of places.values()) widths.set(layer, Math.max(widths.get(layer) ?? 0, row + 1));
  return branches.map(({ step, isReachable }, index) => {
    const { layer, row } = places.get(step.id) as { layer: number; row: number };
    const name = `${index + 1}. ${toStepName(step, language || undefined)}`;
    return {
      id: `${step.id}`,
      position: { x: (row - ((widths.get(layer) ?? 1) - 1) / 2) * COLUMN, y: layer * LAYER },
      data: { label: isReachable === false ? `${name} – ${unreachable}` : name },
      width: WIDTH,
      height: HEIGHT,
      sourcePosition: Position.Bottom,
      targetPosition: Position.Top,
      className: isReachable === false ? 'branching-unreachable' : '',
    };
  });
}

const toEdges = (
  branches: readonly Branch[],
  t: Parameters<typeof toAnswerLabel>[2],
  language: string | undefined,
): BranchEdge[] =>
  branches.flatMap(({ step: to, dependsOn }) =>
    dependsOn.map((from, line) => ({
      id: `${from.id} ${to.id}`,
      type: 'branch',
      source: `${from.id}`,
      target: `${to.id}`,
      data: { answers: toAnswerLabel(from, to, t, language), line },
      markerEnd: { type: MarkerType.ArrowClosed },
    })),
  );

/** The answers stand above the question that they lead to: in the middle of edges, those of one question would cover each other. */
function BranchLine({ data, markerEnd, ...ends }: EdgeProps<BranchEdge>) {
  const [path] = getBezierPath(ends);
  const { answers = '', line = 0 } = data ?? {};
  const bottom = ends.targetY - LABEL_GAP - line * LABEL_HEIGHT;
  return (
    <>
      <BaseEdge path={path} {...(markerEnd && { markerEnd })} />
      <EdgeLabelRenderer>
        <div
          className="branching-answers"
          style={{ maxWidth: WIDTH, transform: `translate(-50%, -100%) translate(${ends.targetX}px, ${bottom}px)` }}
        >
          {answers}
        </div>
      </EdgeLabelRenderer>
    </>
  );
}
