/** What no correct program would write of a redirect. */
export const refusedOfRedirects: [table: string, set: string, constraint: string][] = [
  ['redirects', "kind = 'DOMAIN'", 'redirects_kind_known'],
  ['redirects', 'product_id = NULL', 'redirects_one_target'],
  ['redirects', "target = '/x', target_path = '/x'", 'redirects_one_target'],
  ['redirects', "product_id = NULL, target = '//x', target_path = '/x'", 'redirects_target_here'],
  ['redirects', "product_id = NULL, target = 'x', target_path = '/x'", 'redirects_target_here'],
  ['redirects', "product_id = NULL, target = '/x'", 'redirects_target_path'],
]
