/**
 * Script that starts GraphiQL in the page. It loads its workers from the folder that it was itself loaded from, and
 * reads the first query from the page.
 */
export const startGraphiql = `
(() => {
  const workers = { editorWorkerService: 'editor-worker.js', json: 'json-worker.js', graphql: 'graphql-worker.js' }
  const here = document.currentScript.src
  self.MonacoEnvironment = {
    globalAPI: false,
    getWorkerUrl: (moduleId, label) => new URL(workers[label], here).href,
  }
  const root = document.getElementById('root')
  const { title, query: defaultQuery } = root.dataset
  YogaGraphiQL.renderYogaGraphiQL(root, { title, defaultQuery })
})()
`
