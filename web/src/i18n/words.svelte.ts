// Words in the visitor's language. A file an area, a folder a language; English is always there,
// the others are fetched when chosen.
type Words = Record<string, string>;
export type Values = Record<string, string | number | boolean>;
type Files = Record<string, { default: Words }>;

export const LANGUAGES = { en: 'English', zh: '简体中文', es: 'Español', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

// What the house says itself is English already: a sentence is its own key.
const english = import.meta.glob<{ default: Words }>(['./en/*.json', '!./en/said.json'], { eager: true });
const others = {
  zh: import.meta.glob<{ default: Words }>('./zh/*.json'),
  es: import.meta.glob<{ default: Words }>('./es/*.json'),
  de: import.meta.glob<{ default: Words }>('./de/*.json'),
};

function flat(files: Files): Words {
  const words: Words = {};
  for (const [path, file] of Object.entries(files)) {
    const area = path.replace(/^.*\/(.*)\.json$/, '$1');
    for (const [key, text] of Object.entries(file.default)) words[`${area}.${key}`] = text;
  }
  return words;
}

const ENGLISH = flat(english);

class Speech {
  language = $state<Language>('en');
  /** The visitor's own name, which the house may begin a sentence with. */
  me = '';
  private words = $state.raw<Words>(ENGLISH);

  async use(language: Language): Promise<void> {
    if (language === 'en') {
      this.words = ENGLISH;
    } else {
      const found = await Promise.all(
        Object.entries(others[language]).map(async ([path, load]) => [path, await load()] as const),
      );
      this.words = { ...ENGLISH, ...flat(Object.fromEntries(found)) };
    }
    this.language = language;
    document.documentElement.lang = language === 'zh' ? 'zh-Hans' : language;
    localStorage.setItem('language', language);
  }

  async begin(): Promise<void> {
    const asked = [localStorage.getItem('language'), ...navigator.languages];
    const wanted = asked.map((one) => one?.slice(0, 2)).find((one) => one && one in LANGUAGES);
    if (wanted && wanted !== 'en') await this.use(wanted as Language);
  }

  say(key: string, values: Values = {}): string {
    const text = this.find(key) ?? key;
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  }

  has(key: string): boolean {
    return key in this.words;
  }

  find(key: string): string | undefined {
    return this.words[key];
  }
}

export const speech = new Speech();
export const t = (key: string, values?: Values) => speech.say(key, values);

/** A bet by the name people use. */
export function betName(game: string, bet: string): string {
  const [kind = bet, where = ''] = bet.split(':');
  const key = [`bets.${bet}`, `bets.${kind}`].find((one) => speech.has(one));
  if (!key) return bet;
  return where && key === `bets.${kind}` ? `${t(key)} ${where}` : t(key, { game });
}

/** "the bet on straight:5", "the player-pair bet", "ante-player needs": no other words look so. */
const NAMED = /\b[a-z]+(?:-[a-z\d]+)+\b|\b[a-z]+:\d+(?:-\d+)?\b|(?<=\bthe bet on )[a-z]+\b|(?<=^the )[a-z]+(?= bet is )/g;

/** The house's own sentence, as it would be written: bets by their names, and a capital, unless it
    begins with what the visitor is called. */
function written(message: string): string {
  const named = message.replace(NAMED, (bet) => betName('', bet));
  return named.startsWith(`${speech.me} `) ? named : named.charAt(0).toUpperCase() + named.slice(1);
}

/** A refusal in the visitor's words where we have them; the house's own otherwise. */
export function refusalText(error: unknown): string {
  const { code = '', message = '', clause } = error as { code?: string; message?: string; clause?: string };
  const own = speech.find(`refusal.${code}`) ?? '';
  const theirs = written(message);
  // The house speaks English, and then says more than we could; no sentence is in two languages.
  const told = speech.language === 'en' ? theirs || own : own || theirs;
  return (told || t('common.wentWrong')) + (clause ? ` [${clause}]` : '');
}
