/** GraphiQL puts everything side by side, which on a phone leaves 100 pixels to the editor. Here it is one above another. */
export const phoneStyle = `
@media (max-width: 48rem) {
  .graphiql-container { flex-direction: column; height: 100dvh }
  .graphiql-container .graphiql-sidebar { flex: none; flex-direction: row; width: 100%; padding: 4px 8px }
  .graphiql-container .graphiql-main { flex-direction: column; min-height: 0 }
  .graphiql-container .graphiql-sessions { margin: 0 8px 8px; min-height: 0 }
  .graphiql-container .graphiql-logo, .graphiql-horizontal-drag-bar { display: none }
  .graphiql-container #graphiql-session { flex-direction: column; gap: 8px; min-height: 0 }
  .graphiql-container #graphiql-session > * { flex: 1 1 0 !important; min-height: 0 }
  .graphiql-container .graphiql-response { padding-top: 8px }
  .graphiql-container:has(.graphiql-sidebar > button.active) .graphiql-sessions { display: none }
  .graphiql-container .graphiql-plugin { flex: 1 1 0 !important; width: 100%; border-left: 0 }
  #key { box-sizing: border-box; width: 100% }
}
`
