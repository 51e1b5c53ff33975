import { ofWindow, type FunctionTable } from './function-traits.js';

export const WINDOWS: FunctionTable = {
  CUME_DIST: ofWindow({ order: 'needed', frame: 'refused' }),
  DENSE_RANK: ofWindow({ order: 'needed', frame: 'refused' }),
  FIRST_VALUE: ofWindow(),
  LAG: ofWindow({ order: 'needed', frame: 'refused', literals: [1, 2] }),
  LAST_VALUE: ofWindow(),
  LEAD: ofWindow({ order: 'needed', frame: 'refused', literals: [1, 2] }),
  NTH_VALUE: ofWindow({ literals: [1] }),
  NTILE: ofWindow({ order: 'needed', frame: 'refused', literals: [0] }),
  PERCENTILE_CONT: ofWindow({ order: 'refused', frame: 'refused', literals: [1] }),
  PERCENTILE_DISC: ofWindow({ order: 'refused', frame: 'refused', literals: [1] }),
  PERCENT_RANK: ofWindow({ order: 'needed', frame: 'refused' }),
  RANK: ofWindow({ order: 'needed', frame: 'refused' }),
  ROW_NUMBER: ofWindow({ frame: 'refused' }),
};
