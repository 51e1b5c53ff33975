import { LOG_TABLES, type TableField, type TableSchema } from './log-tables.js';

describe('LOG_TABLES', () => {
  it('has the nine log tables', () => {
    expect([...LOG_TABLES.keys()].sort()).toEqual([
      'auth_logs',
      'edge_logs',
      'function_edge_logs',
      'function_logs',
      'pgbouncer_logs',
      'postgres_logs',
      'postgrest_logs',
      'realtime_logs',
      'storage_logs',
    ]);
  });

  it('counts as many fields as the tables have', () => {
    const counts = [...LOG_TABLES].map(([table, schema]) => [table, fieldsWithin(schema).length]);
    expect(Object.fromEntries(counts)).toEqual({
      auth_logs: 46,
      edge_logs: 120,
      function_edge_logs: 74,
      function_logs: 15,
      pgbouncer_logs: 7,
      postgres_logs: 30,
      postgrest_logs: 7,
      realtime_logs: 25,
      storage_logs: 39,
    });
  });

  it('reaches deep fields by their own spelling', () => {
    expect(typeOf('edge_logs', 'metadata.request.cf.botManagement.detectionIds')).toBe('REPEATED INTEGER');
    expect(typeOf('edge_logs', 'metadata.request.sb.jwt.apikey.payload.expires_at')).toBe('NULLABLE INTEGER');
    for (const table of ['edge_logs', 'function_edge_logs']) {
      expect(typeOf(table, 'metadata.request.sb.apikey.apikey.prefix')).toBe('NULLABLE STRING');
      expect(typeOf(table, 'metadata.request.sb.jwt.authorization.payload.key_id')).toBe('NULLABLE STRING');
    }
    expect(typeOf('function_edge_logs', 'metadata.response.headers.x_sb_edge_region')).toBe('NULLABLE STRING');
    expect(typeOf('function_edge_logs', 'metadata.execution_time_ms')).toBe('NULLABLE INTEGER');
    expect(typeOf('function_edge_logs', 'metadata.response.status_code')).toBe('NULLABLE INTEGER');
    expect(typeOf('auth_logs', 'metadata.args')).toBe('REPEATED STRING');
    expect(typeOf('auth_logs', 'metadata.metering')).toBe('NULLABLE BOOLEAN');
    expect(typeOf('storage_logs', 'metadata.res.headers.content_length')).toBe('NULLABLE INTEGER');
  });

  describe.each([...LOG_TABLES])('%s', (_table, schema) => {
    it('has an id, a message and a moment', () => {
      expect(schema).toContainEqual({ name: 'id', type: 'STRING', mode: 'NULLABLE' });
      expect(schema).toContainEqual({ name: 'event_message', type: 'STRING', mode: 'NULLABLE' });
      expect(schema).toContainEqual({ name: 'timestamp', type: 'TIMESTAMP', mode: 'REQUIRED' });
    });

    it('says the project on the row or in its metadata', () => {
      const places = ['project', 'metadata.project', 'metadata.project_ref'];
      expect(places.map((path) => fieldAt(schema, path)?.type)).toContain('STRING');
    });

    it('holds every record as REPEATED, and nothing but records has fields', () => {
      for (const field of fieldsWithin(schema)) {
        expect(field.fields !== undefined).toBe(field.type === 'RECORD');
        if (field.type === 'RECORD') expect(field.mode).toBe('REPEATED');
      }
    });
  });
});

function fieldsWithin(schema: TableSchema): readonly TableField[] {
  return schema.flatMap((field) => [field, ...fieldsWithin(field.fields ?? [])]);
}

function fieldAt(schema: TableSchema, path: string): TableField | undefined {
  const [name, ...rest] = path.split('.');
  const field = schema.find((candidate) => candidate.name === name);
  return rest.length === 0 ? field : fieldAt(field?.fields ?? [], rest.join('.'));
}

function typeOf(table: string, path: string): string {
  const field = fieldAt(LOG_TABLES.get(table) ?? [], path);
  return field === undefined ? 'absent' : `${field.mode ?? 'NULLABLE'} ${field.type}`;
}
