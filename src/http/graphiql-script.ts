/**
 * Draws GraphiQL into the page. What it runs beside the page are scripts of the folder that this one comes from, and
 * what it shows at first stands in the page.
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
