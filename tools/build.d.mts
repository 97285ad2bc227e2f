export interface BrowserBuild {
  title: string;
  project: string;
  output: string;
  sources: string[];
  command: string[];
}
export const BROWSER_BUILDS: BrowserBuild[];
