import { Link } from 'react-router'
import { type Block, blocksOf, type Inline } from './about.ts'

/** What a page about the service says. */
export function AboutText({ body }: { body: string }) {
  return (
    <div className="grid max-w-[68ch] gap-4 text-lg leading-relaxed">
      {blocksOf(body).map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes while it is shown
        <Part key={at} block={block} />
      ))}
    </div>
  )
}

function Part({ block }: { block: Block }) {
  if (block.kind === 'list')
    return (
      <ul className="grid list-disc gap-2 pl-6">
        {block.items.map((item) => (
          <li key={item.map(({ text }) => text).join('')}>
            <Words inlines={item} />
          </li>
        ))}
      </ul>
    )
  if (block.kind === 'heading')
    return (
      <h2 className="mt-6 text-2xl">
        <Words inlines={block.inlines} />
      </h2>
    )
  return (
    <p>
      <Words inlines={block.inlines} />
    </p>
  )
}

const Words = ({ inlines }: { inlines: Inline[] }) =>
  inlines.map(({ text, to }) => {
    if (!to) return text
    if (to.startsWith('/'))
      return (
        <Link key={text + to} to={to} className="text-link">
          {text}
        </Link>
      )
    return (
      <a key={text + to} href={to} rel="noopener noreferrer" className="text-link">
        {text}
      </a>
    )
  })
