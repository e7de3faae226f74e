import { Link } from '@tanstack/react-router'
import { Icon } from '../parts/icons.tsx'
import { Page } from '../parts/page.tsx'
import { useStoreName } from '../session/store-context.tsx'
import { ProductForm } from './form/product-form.tsx'

export default function NewProductPage() {
  const store = useStoreName()
  return (
    <Page
      title="New product"
      back={
        <Link to="/s/$store/products" params={{ store }}>
          <Icon name="left" /> Products
        </Link>
      }
    >
      <ProductForm product={null} />
    </Page>
  )
}
