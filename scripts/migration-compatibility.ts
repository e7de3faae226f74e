import type { AlterTableCmd, Constraint, Node } from '@pgsql/types'
import { parse } from 'libpg-query'

/** A statement that the version before cannot live with, and why. */
export interface Incompatibility {
  /** The statement's first line. */
  statement: string
  problem: string
}

/** A line before a statement which says why the version before can live with it all the same. */
const REASON = /^-- compatible: \S/m

/**
 * Finds what of a migration would break or block the version before it. While instances are replaced one by one, that
 * version still reads and writes the database. Tables that the migration creates are new to it, and may be changed.
 * @throws Error when the SQL cannot be parsed
 */
export async function incompatibilities(sql: string): Promise<Incompatibility[]> {
  const bytes = Buffer.from(sql)
  const { stmts = [] } = await parse(sql)
  const created = new Set(stmts.flatMap(({ stmt }) => createdTable(stmt)))
  let end = 0
  return stmts.flatMap(({ stmt, stmt_location: at = 0, stmt_len: length }) => {
    // Positions are in bytes; the last statement may come without a length.
    const start = end
    end = length === undefined ? bytes.length : at + length
    if (REASON.test(bytes.subarray(start, end).toString())) return []
    const statement = firstLine(bytes.subarray(at, end).toString())
    return problemsOf(stmt, created).map((problem) => ({ statement, problem }))
  })
}

/** Without the comments before it. */
const firstLine = (statement: string): string => statement.replace(/^(\s*--.*\n)*\s*/, '').replace(/\n.*/s, '')

function createdTable(stmt: Node | undefined): string[] {
  if (!stmt || !('CreateStmt' in stmt)) return []
  return [stmt.CreateStmt.relation?.relname ?? '']
}

function problemsOf(stmt: Node | undefined, created: ReadonlySet<string>): string[] {
  if (!stmt) return []
  if ('RenameStmt' in stmt) return ['renames what it still asks for by the old name']
  if ('DropStmt' in stmt) {
    return stmt.DropStmt.removeType === 'OBJECT_INDEX' ? [] : ['drops what it may still need']
  }
  if ('IndexStmt' in stmt) {
    const { relation, concurrent } = stmt.IndexStmt
    if (concurrent || created.has(relation?.relname ?? '')) return []
    return ['blocks writes while the index is built: CREATE INDEX CONCURRENTLY, alone in its migration, does not']
  }
  if ('AlterTableStmt' in stmt) {
    const { relation, cmds = [] } = stmt.AlterTableStmt
    if (created.has(relation?.relname ?? '')) return []
    return cmds.flatMap((cmd) => ('AlterTableCmd' in cmd ? problemsOfChange(cmd.AlterTableCmd) : []))
  }
  return []
}

function problemsOfChange({ subtype, def }: AlterTableCmd): string[] {
  switch (subtype) {
    case 'AT_DropColumn':
      return ['drops a column that it still reads or writes']
    case 'AT_SetNotNull':
      return ['refuses rows that it may still write without a value']
    case 'AT_AlterColumnType':
      return ['changes the type of a column that it still reads or writes']
    case 'AT_AddColumn': {
      const constraints = def && 'ColumnDef' in def ? constraintsIn(def.ColumnDef.constraints) : []
      const has = (...kinds: Constraint['contype'][]) => constraints.some(({ contype }) => kinds.includes(contype))
      if (!has('CONSTR_NOTNULL') || has('CONSTR_DEFAULT', 'CONSTR_IDENTITY', 'CONSTR_GENERATED')) return []
      return ['adds a NOT NULL column without a default, which the rows that it writes lack']
    }
    case 'AT_AddConstraint': {
      const [constraint] = def ? constraintsIn([def]) : []
      if (!constraint || constraint.skip_validation || constraint.indexname) return []
      return ['blocks writes while all rows are checked: add the constraint NOT VALID, or USING an index']
    }
    default:
      return []
  }
}

const constraintsIn = (nodes: readonly Node[] = []): Constraint[] =>
  nodes.flatMap((node) => ('Constraint' in node ? [node.Constraint] : []))
