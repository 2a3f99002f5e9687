import { AppLink } from '@/components/app-link'
import { Picture } from '@/components/picture'
import c from './category-chip.module.css'
import type { Href } from '@/lib/page/href'

/** A round, decorative picture of 72 px with the category's name below. */
export function CategoryChip({ name, image, href }: { name: string; image: string; href: Href }) {
  return (
    <AppLink href={href} className={c.chip}>
      <span className={c.disc}>
        <Picture src={image} alt="" width={72} height={72} sizes="72px" fit="contain" />
      </span>
      <span className={c.name}>
        <bdi>{name}</bdi>
      </span>
    </AppLink>
  )
}
