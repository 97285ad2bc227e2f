import type { CodeSample } from '../../shared/fields/code-samples.js';

/** What the samples name of a company. */
export interface CompanyValues {
  /** Of the API host, without a slash at the end. */
  api: string;
  /** COMPANY_ID of the components. */
  companyKey: string;
  /** A funnel that is published. */
  funnelId: string;
}

/** The API host: the dashboard's without its first label. */
export const toApiOrigin = ({ protocol, host }: Pick<Location, 'protocol' | 'host'>): string =>
  `${protocol}//${host.replace(/^dashboard\./, '')}`;

/** The first call with a new key. */
export const readFunnelSample = ({ api, funnelId }: Pick<CompanyValues, 'api' | 'funnelId'>): string =>
  `curl -H "Authorization: Bearer $SVC_API_KEY" \\\n  ${api}/api/v1/funnels/${funnelId}`;

/** The way from the questionnaire to the products, and the components that need no program. */
export const quickStarts = (values: CompanyValues): CodeSample[] => [
  { language: 'curl', code: curl(values) },
  { language: 'Node.js', code: node(values) },
  { language: 'PHP', code: php(values) },
  { language: 'HTML', code: html(values) },
];

const curl = (values: CompanyValues) => `# The questions, with the keys of their options
${readFunnelSample(values)}

# The answers of a shopper; the response has the id of the analysis
curl -H "Authorization: Bearer $SVC_API_KEY" -H "Content-Type: application/json" \\
  -H "Idempotency-Key: $(uuidgen)" \\
  -d '{"funnelId":"${values.funnelId}","selectionValues":[{"stepId":1,"selectedKey":"KEY"}]}' \\
  ${values.api}/api/v1/analyses

# Your variant ids that suit, best first; needs no key
curl ${values.api}/api/v1/analyses/ANALYSIS_ID/matches`;

const node = ({ api, funnelId }: CompanyValues) => `const api = '${api}/api/v1';
const headers = {
  authorization: \`Bearer \${process.env.SVC_API_KEY}\`,
  'content-type': 'application/json',
};
const load = async (path, options) => {
  const response = await fetch(api + path, options);
  if (!response.ok) throw new Error(await response.text());
  return response.json();
};

const funnel = await load('/funnels/${funnelId}', { headers });
console.log(funnel.steps);
const analysis = await load('/analyses', {
  method: 'POST',
  headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
  body: JSON.stringify({
    funnelId: '${funnelId}',
    selectionValues: [{ stepId: 1, selectedKey: 'KEY' }],
  }),
});
console.log(await load(\`/analyses/\${analysis.id}/matches\`));`;

const php = ({ api, funnelId }: CompanyValues) => `<?php
function load(string $path, ?array $body = null): array {
  $headers = ['Authorization: Bearer ' . getenv('SVC_API_KEY'), 'Content-Type: application/json'];
  if ($body !== null) $headers[] = 'Idempotency-Key: ' . bin2hex(random_bytes(16));
  $call = curl_init('${api}/api/v1' . $path);
  curl_setopt_array($call, [
    CURLOPT_HTTPHEADER => $headers,
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_FAILONERROR => true,
  ]);
  if ($body !== null) curl_setopt($call, CURLOPT_POSTFIELDS, json_encode($body));
  $answer = curl_exec($call);
  if ($answer === false) throw new RuntimeException(curl_error($call));
  return json_decode($answer, true, flags: JSON_THROW_ON_ERROR);
}

$funnel = load('/funnels/${funnelId}');
$analysis = load('/analyses', [
  'funnelId' => '${funnelId}',
  'selectionValues' => [['stepId' => 1, 'selectedKey' => 'KEY']],
]);
print_r(load("/analyses/{$analysis['id']}/matches"));`;

const html = ({ api, companyKey }: CompanyValues) => `<script>
  window.SVC_AI = { COMPANY_ID: '${companyKey}' };
</script>
<script defer src="${api}/components.js"></script>

<svc-analysis></svc-analysis>`;
