import highlight from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import graphql from 'highlight.js/lib/languages/graphql'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import { escapeHtml } from '../../../platform/text/text.ts'

const languages = { bash, graphql, javascript, json, sql, typescript, xml, yaml }
for (const [name, language] of Object.entries(languages)) highlight.registerLanguage(name, language)

/** @returns HTML whose colours are in the stylesheet */
export const highlighted = (code: string, language: string): string =>
  highlight.getLanguage(language) ? highlight.highlight(code, { language }).value : escapeHtml(code)
