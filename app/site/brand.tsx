import { Link } from 'react-router'
import { brand, brandPicture, ownBrand } from '#app/kit/brand.ts'

const colour = 'var(--brand,#14532f)'
const ink = 'var(--brand-ink,#fbf5e9)'

/** The mark: the logo that the operator chose, the product's own, or the first letter of the name that the operator chose. */
export function BrandMark({ className = 'size-8' }: { className?: string }) {
  const { name, logo } = ownBrand()
  if (logo)
    return <img src={brandPicture(logo, 96)} alt="" width={32} height={32} className={`${className} rounded-control`} />
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill={colour} />
      {name ? (
        <text x="16" y="23" textAnchor="middle" fontSize="20" className="font-bold" fill={ink}>
          {[...name][0]!.toUpperCase()}
        </text>
      ) : (
        // An H that is woven. One strand passes over the left post and under the right one.
        <g stroke={colour} strokeWidth="1.6">
          <path fill="#fbf5e9" d="M7.5 4h5.4v24H7.5z" />
          <path fill="#f2b632" d="M2 13.2h28v5.6H2z" />
          <path fill="#fbf5e9" d="M19.1 4h5.4v24h-5.4z" />
        </g>
      )}
    </svg>
  )
}

/** Mark and name, linked to the home page. With a larger text size the name grows only as far as the menu leaves room. */
export function BrandLink({ className = '' }: { className?: string }) {
  return (
    <Link
      to="/"
      className={`inline-flex min-h-11 items-center gap-2.5 font-display text-[min(1.25rem,6.25vw)] leading-tight font-bold tracking-tight ${className}`}
    >
      <BrandMark className="size-[min(2rem,10vw)]" />
      {brand()}
    </Link>
  )
}
