interface Known {
  password: string
  phone: string
  pictureId: string
}

/** A store with something of everything that a bundle can hold. Its texts hold the name. */
export const tenantBundle = (name: string, number: number, { password, phone, pictureId }: Known) => ({
  store: {
    subdomain: `${name}-store`,
    businessName: `House of ${name}`,
    ownerEmail: `owner@${name}.example`,
    loyalty: { enabled: true, earnRate: 0.1, redeemRate: 0.5 },
    // Of what is bought, few are left.
    lowStockThreshold: 99,
    chat: {
      enabled: true,
      context: `We roast ${name} daily.`,
      services: [{ name: `Wrapping at ${name}`, description: `In ${name} paper.`, price: number }],
    },
    appearance: {
      ...{ name: `Shop of ${name}`, heroText: `The best ${name}.` },
      ...{ logo: { url: `/media/${name}-store/${pictureId}`, alt: `Logo of ${name}` } },
      links: [{ label: `Terms of ${name}`, url: `https://${name}.example/terms` }],
    },
    locale: 'en-IN',
    business: {
      legalName: `${name} Private Limited`,
      address: { street: `5 ${name} lane`, town: `Town of ${name}`, region: 'IN-KA', country: 'IN' },
      registrationNumbers: [{ name: 'CIN', number: `CIN-of-${name}` }],
      tradeRegister: `Register of ${name}`,
      representatives: [`Director of ${name}`],
      phone: `1800 ${number}00`,
      email: `care@${name}.example`,
      grievanceOfficer: {
        name: `Officer of ${name}`,
        designation: `Head of ${name}`,
        email: `officer@${name}.example`,
      },
    },
    access: { password },
    payments: { provider: 'sandbox' },
    shipping: {
      zones: [
        {
          ...{
            code: `${name}-near`,
            name: `Near ${name}`,
            countries: ['IN'],
            regions: ['IN-KA'],
            postalCodes: ['1100*'],
            excludedCodes: ['110099'],
          },
          methods: [{ code: `${name}-bike`, name: `Bike of ${name}`, tiers: [{ from: 0, fee: 0 }] }],
        },
        {
          ...{ code: `${name}-india`, name: `India of ${name}`, countries: ['IN'] },
          methods: [
            {
              ...{ code: `${name}-post`, name: `Post of ${name}`, description: `By ${name} post.`, basis: 'weight' },
              ...{ tiers: [{ from: 0, fee: 0 }], minDays: 2, maxDays: 5 },
            },
            {
              ...{ code: `${name}-door`, name: `Pickup at ${name}`, kind: 'pickup', tiers: [{ from: 0, fee: 0 }] },
              pickup: { address: `4 ${name} road`, hours: `When ${name} is open` },
            },
          ],
        },
      ],
    },
    paymentMethods: [
      {
        ...{ code: `${name}-cash`, kind: 'cod', name: `Cash to ${name}`, instructions: `Have change for ${name}.` },
        ...{ fee: 1, zones: [`${name}-india`], deliveryMethods: [`${name}-post`] },
      },
      { code: `${name}-bank`, kind: 'manual', name: `Bank of ${name}`, instructions: `To ${name}.` },
    ],
  },
  products: [
    {
      ...{
        slug: `${name}-assam`,
        name: `Assam ${name}`,
        description: `Grown in ${name}.`,
        category: `Teas of ${name}`,
        brand: `Gardens of ${name}`,
      },
      ...{ price: number * 10, salePrice: number * 9, images: [`/media/${name}-store/${pictureId}`] },
      attributes: [{ name: 'Origin', value: `Hills of ${name}` }],
      seo: { title: `Tea of ${name}`, description: `Teas from ${name}.` },
      variants: ['250g', '500g'].map((size) => ({ options: { size }, price: number * 10, stock: 100 })),
    },
    {
      ...{
        slug: `${name}-cup`,
        name: `Cup ${name}`,
        price: number,
        stock: 100,
        images: [`https://${name}.example/cup.jpg`],
      },
      ...{ category: `Cups of ${name}`, brand: `Gardens of ${name}` },
    },
  ],
  menus: {
    header: [
      {
        ...{ label: `Teas at ${name}`, category: `Teas of ${name}` },
        entries: [{ label: `Cups at ${name}`, category: `Cups of ${name}` }],
      },
      { label: `About ${name}`, entries: [{ label: `Terms at ${name}`, page: `terms-of-${name}` }] },
    ],
    footer: [
      {
        ...{ label: `Terms of ${name}`, url: `https://${name}.example/terms` },
        entries: [{ label: `Imprint of ${name}`, url: `https://${name}.example/imprint` }],
      },
    ],
  },
  pages: [
    {
      ...{ slug: `terms-of-${name}`, title: `Terms of ${name}`, published: true },
      markdown: `What holds at ${name}. ![The ${name} shop](/media/${name}-store/${pictureId})`,
    },
    { slug: `draft-of-${name}`, title: `Draft of ${name}`, markdown: `Unseen at ${name}.` },
  ],
  discounts: [{ code: `${name}10`, type: 'percent', value: 10 }],
  customers: [
    {
      name: `Asha of ${name}`,
      phone,
      password,
      email: `asha@${name}.example`,
      address: `1 ${name} road`,
      loyaltyPoints: 100,
    },
  ],
  reviews: [
    {
      product: `${name}-assam`,
      name: `Ravi of ${name}`,
      rating: 5,
      title: name,
      body: `Best of ${name}.`,
      approved: true,
    },
  ],
})
