import {
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsInt,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
} from '../../yaml/class-validator.js';
import { Describes, says } from '../file-rules.js';

const DESCRIPTION_RULE = says('text of up to 4096 characters');
const MAX_ROWS_RULE = says('a whole number from 1 to 1000');
const HIDE_RULE = says('a list of at least one name of a column, each named once');

export class AgentsEntry {
  @Describes('Whether agents are offered the endpoint as a tool, by `/mcp` and `quern mcp`.')
  @IsBoolean(says('true or false'))
  enabled!: boolean;

  @Describes('What the tool is for, in words for a model. Left out, the `description` of the endpoint.')
  @IsOptional()
  @IsString(DESCRIPTION_RULE)
  @MaxLength(4096, DESCRIPTION_RULE)
  description?: string;

  @Describes('The most rows of one result. Further ones are left out, and the result says so.')
  @IsInt(MAX_ROWS_RULE)
  @Min(1, MAX_ROWS_RULE)
  @Max(1000, MAX_ROWS_RULE)
  max_rows = 100;

  @Describes('Columns that results leave out, such as free text that strangers wrote. They have to be under `columns`.')
  @IsOptional()
  @IsArray(HIDE_RULE)
  @ArrayNotEmpty(HIDE_RULE)
  @ArrayUnique(HIDE_RULE)
  @IsString({ each: true, ...HIDE_RULE })
  hide?: string[];
}
