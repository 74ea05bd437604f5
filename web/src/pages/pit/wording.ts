// A rule the house may set, in words: what it is about, and what it is set to.
import { money } from '../../house/money';
import { said } from '../../i18n/said';
import { speech, t } from '../../i18n/words.svelte';
import type { RuleSetting } from '../../wire/http';
import type { SettingValue } from './settings';
import { centsIn, payOf } from './settings';

export function meaningOf(setting: RuleSetting): string {
  const text = said(setting.meaning);
  return text.charAt(0).toLocaleUpperCase(speech.language) + text.slice(1);
}

export function valueIn(setting: RuleSetting, value: SettingValue): string {
  if (typeof value === 'boolean') return t(value ? 'pit.yes' : 'pit.no');
  if (setting.kind === 'pay') return payOf(value).join(' : ');
  if (setting.kind === 'amount') return money(centsIn(value));
  return setting.kind === 'word'
    ? speech.has(`pit.word-${value}`)
      ? t(`pit.word-${value}`)
      : String(value)
    : String(value);
}
