import type { Demo } from './demo.js';
import type { SignIn } from './sign-in.js';

/** What `npm start` prints once everything answers. */
export function welcome(options: {
  baseDomain: string;
  dataPath: string;
  /** Set when it was generated just now: the only time it is printed. */
  newToken: string | undefined;
  demo: Demo | undefined;
  demoSignIn: SignIn | undefined;
  seconds: number;
}): string {
  const { baseDomain, demo, demoSignIn } = options;
  const origin = `http://${baseDomain}`;
  const lines = [
    '',
    `Ready in ${options.seconds.toFixed(1)} s.`,
    '',
    `  API           ${origin}/api/v1`,
    `  Reference     ${origin}/docs`,
    `  Management    ${origin}/api/admin/v1`,
    `  Dashboard     http://dashboard.${baseDomain}/`,
    `  Data          ${options.dataPath}`,
    options.newToken
      ? `  Platform token  ${options.newToken}   (printed this once; kept in ${options.dataPath}/platform-token)`
      : `  Platform token  kept in ${options.dataPath}/platform-token, or given as PLATFORM_TOKEN`,
    '',
  ];
  if (demoSignIn) {
    lines.push(
      'Sign in to the dashboard as an administrator of the demo company:',
      '',
      `  ${demoSignIn.email}   ${demoSignIn.password}   (kept in ${options.dataPath}/demo-sign-in.env)`,
      '',
    );
  }
  if (demo) {
    lines.push(
      `Demo company "${demo.handle}". Its pages, as shoppers see them:`,
      '',
      ...demo.subdomains.map((subdomain) => `  http://${subdomain}.${baseDomain}/`),
      '',
      'A shop that uses the browser components:',
      '',
      `  ${demo.shopOrigin}/`,
      '',
      'Read its questionnaire from a shop of your own:',
      '',
      `  curl -s -H 'Authorization: Bearer ${demo.apiKey}' ${origin}/api/v1/funnels/${demo.funnelId}`,
      '',
      `  (key and funnel are kept in ${options.dataPath}/demo.env)`,
      '',
    );
  }
  lines.push('Ctrl-C stops everything.', '');
  return `${lines.join('\n')}\n`;
}
