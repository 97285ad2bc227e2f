/** What the demo contains, and what is wrong with it. */
export interface DemoReport {
  products: number;
  variants: number;
  unavailable: number;
  sets: number;
  funnels: number;
  /** Published steps by sub-domain. */
  steps: Record<string, number>;
  /** Step types of all published versions, sorted. */
  stepTypes: string[];
  pictures: number;
  pictureBytes: number;
  /** One sentence each; empty when everything agrees. */
  problems: string[];
}

/** Reads `company.yaml`, `catalog.csv` and `images` and compares them with each other and with the generator. */
export function checkDemo(): DemoReport;
