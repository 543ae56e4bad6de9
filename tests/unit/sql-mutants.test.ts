import { describe, expect, test } from '@jest/globals';
import { changed, sqlMutants } from '../mutation/contract/sql-mutants.ts';

const replacements = (sql: string, mutator: string) =>
  sqlMutants(sql)
    .filter((mutant) => mutant.mutator === mutator)
    .map(({ change }) => changed(sql, [change]));

describe('mutants of SQL', () => {
  test('each condition is dropped, and stays in the text for its parameters', () => {
    const sql = 'select 1 from t where a = $1 and b between $2 and $3 and c is null order by d';
    expect(replacements(sql, 'SqlConjunct')).toEqual([
      sql.replace('a = $1', '((a = $1) or true)'),
      sql.replace('b between $2 and $3', '((b between $2 and $3) or true)'),
      sql.replace('c is null', '((c is null) or true)'),
    ]);
  });

  test('a clause with `or` is one condition, and its `or` becomes an `and`', () => {
    const sql = 'select 1 from t where a or b and c';
    expect(replacements(sql, 'SqlConjunct')).toEqual([
      'select 1 from t where ((a or b and c) or true)',
      'select 1 from t where a and b and c',
    ]);
  });

  test('conditions of joins, subqueries and cases are found where they end', () => {
    const sql =
      'select case when a and b then 1 end from t join u on u.x = t.x where exists (select 1 from v where c) limit 1';
    expect(replacements(sql, 'SqlConjunct')).toEqual([
      sql.replace('when a', 'when ((a) or true)'),
      sql.replace('and b', 'and ((b) or true)'),
      sql.replace('u.x = t.x', '((u.x = t.x) or true)'),
      sql.replace('exists (select 1 from v where c)', '((exists (select 1 from v where c)) or true)'),
      sql.replace('where c', 'where ((c) or true)'),
    ]);
  });

  test.each([
    ['a < b', 'a <= b'],
    ['a <= b', 'a < b'],
    ['a > b', 'a >= b'],
    ['a >= b', 'a > b'],
    ['a = b', 'a <> b'],
    ['a <> b', 'a = b'],
    ['a = any(b)', 'a <> all(b)'],
    ['a is null', 'a is not null'],
    ['a is not null', 'a is null'],
    ['a is distinct from b', 'a is not distinct from b'],
    ['a in (b)', 'a not in (b)'],
    ['not exists (b)', 'exists (b)'],
    ['a > now() - b', 'a < now() - b'],
    ['now() <= a', 'now() >= a'],
  ])('%s becomes %s', (before, after) => {
    expect(replacements(`select ${before}`, 'SqlComparison')).toEqual([`select ${after}`]);
  });

  test('what is compared is shown with its operator', () => {
    const [mutant] = sqlMutants('select 1 limit 2 offset a.x <  b.y');
    expect(mutant).toMatchObject({ original: 'a.x <  b.y', replacement: 'a.x <=  b.y' });
  });

  test('texts, names in quotes and comments are left alone', () => {
    expect(sqlMutants(`select 'a = b and c', "x<y" -- where a = b\n from t /* for update */`)).toEqual([]);
  });

  test('locks are dropped or weakened', () => {
    expect(
      replacements('select 1 from t a where true for no key update of a skip locked', 'SqlLock'),
    ).toEqual(['select 1 from t a where true ', 'select 1 from t a where true for no key update of a ']);
    expect(replacements('select pg_advisory_xact_lock($1)', 'SqlLock')).toEqual([
      'select pg_advisory_xact_lock_shared($1)',
    ]);
    expect(replacements('select pg_advisory_xact_lock_shared($1) from t', 'SqlLock')).toEqual([
      'select (case when false then pg_advisory_xact_lock_shared($1) end) from t',
    ]);
  });

  test('an assignment keeps what was there, by the name of the row that is changed', () => {
    expect(replacements('update s.t x set a = $1, b = now() where c', 'SqlAssignment')).toEqual([
      'update s.t x set a = case when true then x.a else $1 end, b = now() where c',
      'update s.t x set a = $1, b = case when true then x.b else now() end where c',
    ]);
    expect(
      replacements(
        'insert into s.t (a) values ($1) on conflict (a) do update set b = excluded.b',
        'SqlAssignment',
      ),
    ).toEqual([
      'insert into s.t (a) values ($1) on conflict (a) do update set b = case when true then t.b else excluded.b end',
    ]);
  });

  test('an order is turned round', () => {
    expect(replacements('select 1 from t order by a desc, lower(b) limit 1', 'SqlOrder')).toEqual([
      'select 1 from t order by a asc, lower(b) limit 1',
      'select 1 from t order by a desc, lower(b) desc limit 1',
    ]);
  });

  test('the conflict of an insert is no condition', () => {
    for (const target of ['(a)', 'on constraint t_a_key']) {
      const sql = `insert into t (a) values (1) on conflict ${target} do nothing`;
      expect(replacements(sql, 'SqlConjunct')).toEqual([]);
    }
  });

  test('a value of a case is no condition', () => {
    expect(replacements("select case a when 'b' then 1 when 2 then 3 end", 'SqlConjunct')).toEqual([]);
  });
});

describe('mutants of PL/pgSQL', () => {
  test('a branch is always or never taken, a loop never', () => {
    expect(
      replacements('if a and b then c; elsif d then e; end if; while f(x) loop end loop;', 'SqlConjunct'),
    ).toEqual([
      'if ((a and b) or true) then c; elsif d then e; end if; while f(x) loop end loop;',
      'if ((a and b) and false) then c; elsif d then e; end if; while f(x) loop end loop;',
      'if a and b then c; elsif ((d) or true) then e; end if; while f(x) loop end loop;',
      'if a and b then c; elsif ((d) and false) then e; end if; while f(x) loop end loop;',
      'if a and b then c; elsif d then e; end if; while ((f(x)) and false) loop end loop;',
    ]);
  });

  test('a call and a refusal are left out', () => {
    expect(
      replacements("begin perform f(a, b); raise exception 'no' using errcode = '42501'; end", 'SqlCall'),
    ).toEqual([
      "begin null; raise exception 'no' using errcode = '42501'; end",
      'begin perform f(a, b); null; end',
    ]);
  });

  test('a variable keeps its value, and a declaration stays', () => {
    expect(replacements('declare a text := f(); begin new.b := g(a, 1); end', 'SqlAssignment')).toEqual([
      'declare a text := f(); begin new.b := case when true then new.b else g(a, 1) end; end',
    ]);
  });

  test('what looks like a condition or a comparison and is none is left alone', () => {
    const sql = `begin for a in select 1 loop get diagnostics n = row_count; end loop;
      raise notice 'x' using errcode = '1'; exception when unique_violation then b := 1; end`;
    expect(replacements(sql, 'SqlComparison')).toEqual([]);
    expect(replacements(sql, 'SqlConjunct')).toEqual([]);
  });
});
