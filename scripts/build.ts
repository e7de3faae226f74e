import { buildConsoleAssets, buildShopAssets } from './browser-assets.ts'
import { bundle } from './bundle.ts'

// `npm run dev` runs the service from its sources, but browsers need their parts built.
if (process.argv[2] === 'browser') await Promise.all([buildShopAssets('dist/shop'), buildConsoleAssets('dist/console')])
else await bundle('dist')
