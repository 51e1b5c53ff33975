export interface SampleFunction {
  readonly id: string;
  readonly name: string;
}

export interface SampleProject {
  readonly name: string;
  /** Projects with more shares have more of the rows. */
  readonly shares: number;
  readonly functions: readonly SampleFunction[];
}

/** The projects that the sample logs belong to. All of them are invented. No name is part of another. */
export const SAMPLE_PROJECTS: readonly SampleProject[] = [
  {
    name: 'demo',
    shares: 2,
    functions: [
      { id: '6513270e-269e-4d37-b2a7-4de452e6b438', name: 'hello-world' },
      { id: 'd23f0824-128b-4f33-8c5c-7fd0a6a3a450', name: 'send-receipt' },
      { id: '9531985d-5d9d-49f8-9818-e811892f902b', name: 'resize-image' },
      { id: '36f675cc-81e7-4ef5-a8e2-5d940ed90475', name: 'payment-webhook' },
      { id: '6b0d549b-6f03-475a-9600-a35a099950d8', name: 'search-index' },
      { id: '8d116ece-1738-47d9-bd9c-172411e20b8f', name: 'nightly-report' },
    ],
  },
  {
    name: 'bakery',
    shares: 1,
    functions: [
      { id: '90c192cf-d3ac-44af-8f21-ddb66cad4a26', name: 'hello-world' },
      { id: 'a170b338-3926-4059-b28c-105d1fb17c23', name: 'take-order' },
      { id: '0fd630f1-f29d-4da9-953f-48f1a09f76b5', name: 'print-label' },
      { id: '0cb1e29c-658c-4a14-95e6-0af593bd04cf', name: 'send-receipt' },
      { id: '8e81973e-0bec-47b0-b898-d190f9ebdacc', name: 'stock-alert' },
      { id: '6b4cb242-4a23-4596-a217-beaddbc496cb', name: 'daily-bread' },
    ],
  },
  {
    name: 'lighthouse',
    shares: 1,
    functions: [
      { id: '92276658-1e27-41c0-8a6a-63ec24ede6a4', name: 'hello-world' },
      { id: 'ae97ba94-d0ed-482f-8f6d-05584ef8aa38', name: 'weather-feed' },
      { id: '923a7369-94e3-4f91-9a61-dbe22e44158b', name: 'lamp-status' },
      { id: '18f135d2-5f55-4203-b018-50c5a38fd547', name: 'fog-signal' },
      { id: '907a70c3-1012-4037-b64c-e4228c38fb29', name: 'ship-lookup' },
      { id: '7f150524-34b9-45df-9e77-69b10f4205b4', name: 'tide-table' },
    ],
  },
  {
    name: 'orchard',
    shares: 1,
    functions: [
      { id: 'c6f87718-6d76-407e-881e-d162ae2eb154', name: 'hello-world' },
      { id: 'ec66a787-95e7-41d1-b731-af10506bf2ef', name: 'pick-list' },
      { id: '3f98e277-4cbd-47ad-9c90-a9587403e430', name: 'frost-warning' },
      { id: 'c7a2ea20-b2f1-4c94-ae05-319acb5c7427', name: 'resize-image' },
      { id: '4cdd2055-930d-4eaf-94f4-733f3e7d1bfb', name: 'press-schedule' },
      { id: '57ee05cd-e009-42c7-bebf-f20686734721', name: 'send-invoice' },
    ],
  },
];
