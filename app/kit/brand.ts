import type { I18n, MessageDescriptor } from '@lingui/core'

// The operator's name, colour and logo for the product: Harambee's own until an administrator chooses others. Messages say {brand};
// everything else calls brand(). The server sets the brand when it reads the operators' choices; the document carries it to the browser.

const usualName = 'Harambee'
/** The name and the colour where nobody chose others. */
export const defaultBrand = { name: usualName, colour: '#14532f' }

/** The parts of the brand that differ from the default. */
type OwnBrand = {
  name?: string | undefined
  /** The colour as an operator chose it. Only the server knows it. */
  colour?: string | undefined
  /** The rules that derive from the colour, for the head of each page. */
  style?: string | undefined
  /** The name that the copies of the logo share. */
  logo?: string | undefined
}

let own: OwnBrand = typeof document === 'undefined' ? {} : brandOfDocument()

function brandOfDocument(): OwnBrand {
  const { brand: name, logo } = document.documentElement.dataset
  return { name, logo, style: document.querySelector('style[data-brand]')?.innerHTML }
}

/** Returns the name of the product, as its operator chose it. */
export const brand = (): string => own.name ?? usualName

/** Returns the title of a page: a browser's tab ends with the name of the product. */
export const titled = (title: string | number): string => `${title} · ${brand()}`

/** Returns only what an operator chose. */
export const ownBrand = (): OwnBrand => own

/** Sets the brand of this process. */
export function setBrand(brand: OwnBrand): void {
  own = brand
}

/** Returns the address of a copy of the logo. */
export const brandPicture = (logo: string, width: 96 | 192 | 512, format: 'webp' | 'jpg' = 'webp'): string =>
  `/media/${logo}-${width}.${format}`

type Translate = I18n['_']
type Options = Parameters<Translate>[2]

/** Wraps a translating function, so that each message finds a value for {brand}. */
export const withBrand = (translate: Translate): Translate =>
  ((id: string | MessageDescriptor, values?: object, options?: Options) =>
    typeof id === 'string'
      ? translate(id, { brand: brand(), ...values }, options)
      : translate({ ...id, values: { brand: brand(), ...id.values } })) as Translate

/** Fills in the name in a message that is not translated, such as one for the log. */
export const branded = (message: string): string => message.replaceAll('{brand}', brand())
