import { IsBoolean } from '../../yaml/class-validator.js';
import { Describes, IsNameList, IsText, IsWhole, Optional, says } from '../file-rules.js';

export class AgentsEntry {
  @Describes('Whether agents are offered the endpoint as a tool, by `/mcp` and `quern mcp`.')
  @IsBoolean(says('true or false'))
  enabled!: boolean;

  @Optional('What the tool is for, in words for a model. Left out, the `description` of the endpoint.')
  @IsText(4096)
  description?: string;

  @Describes('The most rows of one result. Further ones are left out, and the result says so.')
  @IsWhole(1, 1000)
  max_rows = 100;

  @Optional('Columns that results leave out, such as free text that strangers wrote. They have to be under `columns`.')
  @IsNameList('a list of at least one name of a column, each named once')
  hide?: string[];
}
