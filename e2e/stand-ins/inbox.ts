/** How long a message may be on its way: the town sends what is due within a second. */
const patience = 20_000

/** What came for whom, in the order it came. Each is taken once, so that a journey never reads an older one's code. */
export class Inbox<T> {
  private readonly came = new Map<string, T[]>()
  private readonly waiting = new Map<string, ((item: T) => void)[]>()

  put(whom: string, item: T) {
    const taker = this.waiting.get(whom)?.shift()
    if (taker) taker(item)
    else this.came.set(whom, [...(this.came.get(whom) ?? []), item])
  }

  /** The oldest that was not taken yet; waits for it. */
  take(whom: string): Promise<T> {
    const [first, ...rest] = this.came.get(whom) ?? []
    if (first !== undefined) {
      this.came.set(whom, rest)
      return Promise.resolve(first)
    }
    return new Promise((resolve, reject) => {
      const waiting = this.waiting.get(whom) ?? []
      const taker = (item: T) => {
        clearTimeout(timer)
        resolve(item)
      }
      const timer = setTimeout(() => {
        this.waiting.set(
          whom,
          waiting.filter((other) => other !== taker),
        )
        reject(new Error(`nothing came for ${whom} within ${patience / 1000} s`))
      }, patience)
      this.waiting.set(whom, [...waiting, taker])
    })
  }

  /** How many messages nobody has read yet: for tests that a message is not sent. */
  left(whom: string): number {
    return this.came.get(whom)?.length ?? 0
  }
}

/** The six digits of a message. */
export function codeIn(text: string): string {
  const found = /(?<!\d)\d{6}(?!\d)/.exec(text)
  if (!found) throw new Error(`no code in: ${text}`)
  return found[0]
}
