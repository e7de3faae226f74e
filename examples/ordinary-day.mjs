// An ordinary day of a small shop: people close the payment window, come back, change their minds, share an address.
// Nothing that they do is refused, and nothing is left out without a reason.
//
//   npm run storefront -- import examples/ordinary-day.json     (once; what is sold stays sold)
//   BASE_URL=http://localhost:4000 node examples/ordinary-day.mjs

const baseUrl = (process.env.BASE_URL ?? 'http://localhost:4000').replace(/\/$/, '')
const site = `${baseUrl}/api/sites/${process.env.STORE ?? 'ordinary-day'}`

// biome-ignore lint/suspicious/noConsole: that is what it does
const say = (text) => console.log(text)

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
const inRupees = (amount) => rupees.format(amount)

/** Ends the day when something is not as it should be. */
function expect(isSo, what, answer) {
  if (!isSo) throw new Error(`${what}: ${JSON.stringify(answer)}`)
}

async function post(url, body, token) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const answer = await response.json()
  expect(response.ok, `${url} answered ${response.status}`, answer)
  return answer
}

/** Asks the store in GraphQL. */
async function ask(document, variables, token) {
  const { data, errors } = await post(`${site}/graphql`, { query: document, variables }, token)
  expect(!errors, 'The store refused', errors)
  return data
}

const notices = 'notices { code message item }'
const breakdown = 'breakdown { subtotal discount loyaltyPointsUsed shipping total }'

async function quote(input, token) {
  const answer = await ask(
    `query ($input: QuoteInput!) { quote(input: $input) { ${breakdown} ${notices} } }`,
    { input },
    token,
  )
  return answer.quote
}

/** Checks out, and is told of everything that was left out. */
async function checkOut(input, token) {
  const answer = await ask(
    `mutation ($input: CheckoutInput!) { checkout(input: $input) { orderNo providerOrderId ${breakdown} ${notices} } }`,
    { input },
    token,
  )
  return answer.checkout
}

/** Checks out what must be there, all of it. */
async function checkOutAll(input, token) {
  const order = await checkOut(input, token)
  expect(order.notices.length === 0, `${order.orderNo} lacks something`, order.notices)
  say(`   ${order.orderNo}: ${inRupees(order.breakdown.total)}, discount ${inRupees(order.breakdown.discount)}`)
  return order
}

async function payFor({ orderNo, providerOrderId }) {
  const receipt = await post(`${baseUrl}/sandbox/orders/${providerOrderId}/pay`, {})
  const { success } = await post(`${site}/checkout/verify`, receipt)
  expect(success, `${orderNo} was not confirmed`, success)
  say(`   ${orderNo} is paid`)
}

const { products } = await ask('{ products { nodes { id slug } } }', {})
const of = (slug, qty) => ({ id: products.nodes.find((product) => product.slug === slug)?.id, qty })

const all = await quote({ items: [of('cupcake', 48), of('tin', 18)] })
expect(all.notices.length === 0, 'Something is sold already; import the bundle into a new store', all.notices)

say('1. Ravi, on his phone, looks what a dozen cupcakes and two tins would cost')
const ravi = { name: 'Ravi', phone: '98200 54321', address: '14 Chapel Road, Mumbai' }
const quoted = await quote({ items: [of('cupcake', 12), of('tin', 2)], discountCode: 'welcome10' })
expect(quoted.notices.length === 0, 'The quote lacks something', quoted.notices)
say(`   ${inRupees(quoted.breakdown.total)}`)

say('2. He puts them into a cart and checks out, but closes the payment window')
const cartFields = `id items { name qty available message } ${notices}`
const { createCart: cart } = await ask(
  `mutation ($input: NewCartInput) { createCart(input: $input) { ${cartFields} } }`,
  { input: { items: [of('cupcake', 12), of('tin', 2)], discountCode: 'welcome10' } },
)
const first = await checkOutAll({ cartId: cart.id, buyer: ravi })
expect(first.breakdown.total === quoted.breakdown.total, 'The price is another than quoted', first.breakdown)

say('3. He comes back, wants all 18 tins, closes the window again, and pays the third time')
const { updateCart: changed } = await ask(
  `mutation ($id: ID!, $input: CartInput!) { updateCart(id: $id, input: $input) { ${cartFields} } }`,
  { id: cart.id, input: { set: [of('tin', 18)] } },
)
expect(changed.notices.length === 0, 'The cart lacks something', changed.notices)
await checkOutAll({ cartId: cart.id, buyer: ravi })
const third = await checkOutAll({ cartId: cart.id, buyer: ravi })
expect(third.breakdown.discount > 0, 'The discount is gone', third.breakdown)
await payFor(third)

say('4. Asha, a neighbour behind the same address, wants a dozen cupcakes and a tin: she is told which are sold out')
const asha = { name: 'Asha', phone: '98765 43210' }
const without = await checkOut({ items: [of('cupcake', 12), of('tin', 1)], buyer: asha })
expect(without.notices.length === 1 && without.notices[0].item === 1, 'She is not told of the tin', without.notices)
expect(without.breakdown.subtotal === 12 * 60, 'She does not get the cupcakes', without.breakdown)
say(`   "${without.notices[0].message}"`)
say('   She does not mind, takes the code of the party, and pays')
await payFor(await checkOutAll({ items: [of('cupcake', 12)], buyer: asha, discountCode: 'PARTY' }))

say('5. Meera logs in, and redeems her points for the last two dozen; the second time she pays')
const { token } = await post(`${site}/customer/login`, { phone: '9812345670', password: 'secret1' })
const meera = { name: 'Meera', phone: '9812345670' }
const party = { items: [of('cupcake', 24)], buyer: meera, discountCode: 'PARTY', loyaltyPoints: 100 }
for (const time of [1, 2]) {
  const order = await checkOutAll(party, token)
  expect(order.breakdown.loyaltyPointsUsed === 100, 'Her points are gone', order.breakdown)
  const { buyer, ...again } = party
  const price = await quote(again, token)
  expect(price.notices.length === 0, `${buyer.name} is told that something is missing`, price.notices)
  if (time === 2) await payFor(order)
}

say('6. Who comes too late is told why: the code is used up, and no cupcakes are left')
const late = await checkOut({ items: [of('cupcake', 1), of('card', 12)], buyer: asha, discountCode: 'PARTY' })
for (const { message } of late.notices) say(`   "${message}"`)
expect(late.notices.length === 2, 'Something was left out without a word', late.notices)
say('Done.')
