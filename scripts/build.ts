import { bundle } from './bundle.ts'
import { buildShopAssets } from './shop-assets.ts'

// `npm run dev` runs the service from its sources, but the browser needs its part built.
if (process.argv[2] === 'shop') await buildShopAssets('dist/shop')
else await bundle('dist')
