-- Sign-in and bank codes in text messages are masked in everything an admin gets; one call reveals one message and is logged.
-- The database computes the mask itself, so that no way of storing a message goes around it, and messages of earlier versions have it too.

-- A number, or a word with a digit in it, is a code when a word such as "code", "PIN" or "TAN" stands near it in the same message.
-- Every comparison is in the C collation: the result depends on no locale, so the function is immutable in earnest. Accented and
-- non-Latin words are therefore spelled in both cases. Masking too much costs a click; masking too little shows a code.
create function mask_codes(body text) returns text language plpgsql immutable strict parallel safe as $$
declare
  -- How many characters away from its word a code may stand.
  near constant int := 80;
  -- Longer texts have every digit masked: looking around each number of a very long text takes too much time.
  longest constant int := 4000;
  digit constant text := '[0-9٠-٩۰-۹०-९０-９]';
  number constant text := '[+]?' || digit || '(?:[ -]?' || digit || '){3,}'
    || '|(?<![A-Za-z0-9])(?=[A-Za-z0-9]*[0-9])[A-Za-z0-9]{4,16}(?![A-Za-z0-9])';
  word constant text := '\m(?:m|i|e|sms|push|photo|chip|app)?-?(?:pin|tan|t?otp|pac|cvv|cvc)s?(?![a-z])'
    -- English, German, French, Dutch, Italian, Spanish, Portuguese, Romanian
    || '|codes?(?![a-z])|codice|codici|c[oóÓ]digo|\mc[oóÓ]d(?:ul)?(?![a-z])|password|passwort|passwd|kennwort|geheimzahl'
    || '|mot de passe|wachtwoord|contrase|senha|\mclave|\mparol|verif[yií]|v[éÉ]rifi|authenti|autenti|2fa|one[- ]time'
    || '|log ?in(?![a-z])|sign[- ]?in(?![a-z])'
    -- Polish, Czech, Slovak, Hungarian, Swedish, Danish, Norwegian, Finnish, Turkish, Indonesian, Vietnamese
    || '|k[oóÓ]d(?:e|en|er|em|u|y)?(?![a-z])|\mkodu|has[lł]o|heslo|jelsz|l[öÖ]senord|koodi|salasana|tunnusluku'
    || '|[şŞ]ifre|do[ğĞ]rula|sandi(?![a-z])|mã|Mã|MÃ'
    -- Russian, Ukrainian, Bulgarian, Greek, Arabic, Persian, Hebrew, Hindi, Thai, Chinese, Japanese, Korean
    || '|код|Код|КОД|парол|Парол|ПАРОЛ|κωδικ|Κωδικ|ΚΩΔΙΚ|رمز|كود|کد|קוד|סיסמ|कोड|ओटीपी|รหัส'
    || '|验证码|驗證碼|校验码|动态码|動態碼|密码|密碼|認証|コード|暗証|パスワード|인증|코드|비밀번호';
  -- A part of every word above, or its script. It looks around nothing and is many times faster: most messages need no more.
  part constant text := 'pin|tan|otp|pac|cv[vc]|[ck][oóÓ]d|passw|mot de|wort|woord|geheim|contrase|senha|clave|parol|v[eéÉ]rif|authenti'
    || '|autenti|2fa|one.time|log ?in|sign.?in|has.o|heslo|jelsz|senord|koodi|salasana|tunnus|ifre|rula|sandi|m[ãÃ]|[\u0370-\u1fff\u3000-\ud7ff]';
  currency constant text := '(?:€|\$|£|¥|₹|₽|EUR|USD|GBP|CHF|INR|Rs\.?|kr|zł|Kč)';
  given constant text collate "C" := body;
  parts text[] collate "C";
  numbers text[] collate "C";
  is_near boolean[];
  distance int;
  masked text;
begin
  if given !~ digit or given !~* part or given !~* word then return given; end if;
  if length(given) > longest then return regexp_replace(given, digit, '•', 'g'); end if;
  parts := regexp_split_to_array(given, number);
  numbers := array(select hit[1] from regexp_matches(given, '(' || number || ')', 'g') hit);
  if cardinality(numbers) = 0 then return given; end if;
  -- Forwards for words before a number, then backwards for words after it. A number between a word and another number counts as text.
  distance := near + 1;
  for place in 1..cardinality(numbers) loop
    distance := case
      when (right(parts[place], near) || numbers[place]) ~* word then 0
      else distance + length(parts[place])
    end;
    is_near[place] := distance <= near;
    distance := distance + length(numbers[place]);
  end loop;
  distance := near + 1;
  for place in reverse cardinality(numbers)..1 loop
    distance := case
      when left(parts[place + 1], near) ~* word then 0
      else distance + length(parts[place + 1])
    end;
    is_near[place] := is_near[place] or distance <= near;
    distance := distance + length(numbers[place]);
  end loop;
  masked := parts[1];
  for place in 1..cardinality(numbers) loop
    masked := masked || case
      when not is_near[place]
        -- Sums of money, telephone numbers with their country, and dates are no codes.
        or parts[place + 1] ~ ('^(?:[.,]' || digit || '{2}(?!' || digit || ')| ?' || currency || ')')
        or parts[place] ~ (currency || ' ?$')
        or numbers[place] ~ '^[+].{8}'
        or numbers[place] ~ '^(?:(?:19|20)[0-9]{2}-[01][0-9]-[0-3][0-9]|[0-3][0-9]-[01][0-9]-(?:19|20)[0-9]{2})$'
      then numbers[place]
      else regexp_replace(numbers[place], '[A-Za-z0-9]|' || digit, '•', 'g')
    end || parts[place + 1];
  end loop;
  return masked;
end $$;

-- Null when there is nothing to mask, which is true of most messages: their text is stored once.
alter table messages add column masked_body text generated always as (nullif(mask_codes(body), body)) stored;

-- A search looks at what is shown, so that it cannot be used to find a code out digit by digit.
drop index messages_body;
create index messages_body on messages using gin (device_id, (coalesce(masked_body, body)) gin_trgm_ops);
