import {
  GraphQLIncludeDirective,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  getDirectiveValues,
  Kind,
  type SelectionNode,
} from 'graphql'

/** Lets work for a selected field begin at once. */
export function selects({ fieldNodes, fragments, variableValues }: GraphQLResolveInfo, name: string): boolean {
  const isIncluded = (node: SelectionNode) =>
    getDirectiveValues(GraphQLSkipDirective, node, variableValues)?.if !== true &&
    getDirectiveValues(GraphQLIncludeDirective, node, variableValues)?.if !== false
  const has = (node: SelectionNode): boolean => {
    if (!isIncluded(node)) return false
    if (node.kind === Kind.FIELD) return node.name.value === name
    const { selectionSet } = node.kind === Kind.INLINE_FRAGMENT ? node : (fragments[node.name.value] ?? {})
    return selectionSet?.selections.some(has) ?? false
  }
  return fieldNodes.some(({ selectionSet }) => selectionSet?.selections.some(has))
}
