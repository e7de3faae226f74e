/**
 * The columns that most lists need, of those in docs/owner-api.md: a product without variants, and one with two. Prices
 * have no decimals, which some currencies do not allow.
 * @param origin of the service, which has the pictures
 */
const example = (
  origin: string,
) => `name,description,category,brand,price,sale_price,stock,sku,weight,images,option:size
Example cup,"Clay, holds 150 ml",Cups,Example Pottery,250,,40,EXAMPLE-CUP,180,${origin}/pictures/kulhad-set.svg,
Example tea,Black tea with spices,Tea,Example Gardens,299,,60,EXAMPLE-TEA-100,110,${origin}/pictures/masala-chai.svg,100 g
Example tea,,,,649,599,25,EXAMPLE-TEA-250,270,,250 g
`

/** The address from which the browser downloads it. */
export const exampleAddress = (): string =>
  `data:text/csv;charset=utf-8,${encodeURIComponent(example(location.origin))}`
