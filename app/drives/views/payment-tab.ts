import { useEffect, useState } from 'react'

/**
 * The tab that a payment is made in. It has to be opened in the very moment of the click, else browsers take it for one
 * that nobody asked for; so it opens empty, and is sent on when it is known where to.
 */
export function usePaymentTab() {
  const [tab] = useState(paymentTab)
  // A person who leaves before the answer is there is not left with an empty tab.
  useEffect(() => tab.close, [tab])
  return tab
}

function paymentTab() {
  let tab: Window | null = null
  return {
    /** Opens it, with words for the moment that it waits. */
    open: (words: string) => {
      tab = window.open('', '_blank')
      if (tab) sayIn(tab.document, words)
    },
    /** Sends it on. False when the browser has kept it shut, or a person has closed it. */
    goTo: (url: string): boolean => {
      const there = tab
      tab = null
      if (!there || there.closed) return false
      // The page of another person must not reach back to ours.
      there.opener = null
      there.location.replace(url)
      return true
    },
    close: () => {
      tab?.close()
      tab = null
    },
  }
}

function sayIn(page: Document, words: string) {
  page.title = words
  page.documentElement.style.cssText = 'color-scheme: light dark; font: 1.125rem system-ui'
  page.body.style.cssText = 'margin: 0; min-height: 100vh; display: grid; place-items: center; text-align: center'
  page.body.textContent = words
}
