-- The country of a job post: search engines ask for it, and the search finds a post by it. It may be absent, so the services of
-- the former release keep writing job posts without it. docs/decisions/0030-terms-of-a-job-post.md

alter table employer.job_posts
  add column country_code text,
  -- Not validated: no row has a country yet, and to look would take the lock of all reads for as long.
  add constraint job_posts_country_code_check check (country_code ~ '^[A-Z]{2}$') not valid;
comment on column employer.job_posts.country_code is 'ISO 3166-1 alpha-2; null: the post names no country';

-- The English name of a country, and others that visitors may type; empty for none.
create function employer.country_words(country_code text) returns text language sql immutable return
  case country_words.country_code
    when 'AD' then 'Andorra' when 'AE' then 'United Arab Emirates UAE' when 'AF' then 'Afghanistan'
    when 'AG' then 'Antigua & Barbuda' when 'AI' then 'Anguilla' when 'AL' then 'Albania' when 'AM' then 'Armenia'
    when 'AO' then 'Angola' when 'AQ' then 'Antarctica' when 'AR' then 'Argentina' when 'AS' then 'American Samoa'
    when 'AT' then 'Austria' when 'AU' then 'Australia' when 'AW' then 'Aruba' when 'AX' then 'Åland Islands'
    when 'AZ' then 'Azerbaijan' when 'BA' then 'Bosnia & Herzegovina' when 'BB' then 'Barbados' when 'BD' then 'Bangladesh'
    when 'BE' then 'Belgium' when 'BF' then 'Burkina Faso' when 'BG' then 'Bulgaria' when 'BH' then 'Bahrain'
    when 'BI' then 'Burundi' when 'BJ' then 'Benin' when 'BL' then 'St. Barthélemy' when 'BM' then 'Bermuda'
    when 'BN' then 'Brunei' when 'BO' then 'Bolivia' when 'BQ' then 'Caribbean Netherlands' when 'BR' then 'Brazil'
    when 'BS' then 'Bahamas' when 'BT' then 'Bhutan' when 'BV' then 'Bouvet Island' when 'BW' then 'Botswana'
    when 'BY' then 'Belarus' when 'BZ' then 'Belize' when 'CA' then 'Canada' when 'CC' then 'Cocos (Keeling) Islands'
    when 'CD' then 'Congo - Kinshasa' when 'CF' then 'Central African Republic' when 'CG' then 'Congo - Brazzaville'
    when 'CH' then 'Switzerland' when 'CI' then 'Côte d’Ivoire Ivory Coast' when 'CK' then 'Cook Islands' when 'CL' then 'Chile'
    when 'CM' then 'Cameroon' when 'CN' then 'China' when 'CO' then 'Colombia' when 'CR' then 'Costa Rica' when 'CU' then 'Cuba'
    when 'CV' then 'Cape Verde Cabo Verde' when 'CW' then 'Curaçao' when 'CX' then 'Christmas Island' when 'CY' then 'Cyprus'
    when 'CZ' then 'Czechia Czech Republic' when 'DE' then 'Germany' when 'DJ' then 'Djibouti' when 'DK' then 'Denmark'
    when 'DM' then 'Dominica' when 'DO' then 'Dominican Republic' when 'DZ' then 'Algeria' when 'EC' then 'Ecuador'
    when 'EE' then 'Estonia' when 'EG' then 'Egypt' when 'EH' then 'Western Sahara' when 'ER' then 'Eritrea' when 'ES' then 'Spain'
    when 'ET' then 'Ethiopia' when 'FI' then 'Finland' when 'FJ' then 'Fiji' when 'FK' then 'Falkland Islands'
    when 'FM' then 'Micronesia' when 'FO' then 'Faroe Islands' when 'FR' then 'France' when 'GA' then 'Gabon'
    when 'GB' then 'United Kingdom UK Great Britain' when 'GD' then 'Grenada' when 'GE' then 'Georgia'
    when 'GF' then 'French Guiana' when 'GG' then 'Guernsey' when 'GH' then 'Ghana' when 'GI' then 'Gibraltar'
    when 'GL' then 'Greenland' when 'GM' then 'Gambia' when 'GN' then 'Guinea' when 'GP' then 'Guadeloupe'
    when 'GQ' then 'Equatorial Guinea' when 'GR' then 'Greece' when 'GS' then 'South Georgia & South Sandwich Islands'
    when 'GT' then 'Guatemala' when 'GU' then 'Guam' when 'GW' then 'Guinea-Bissau' when 'GY' then 'Guyana'
    when 'HK' then 'Hong Kong' when 'HM' then 'Heard & McDonald Islands' when 'HN' then 'Honduras' when 'HR' then 'Croatia'
    when 'HT' then 'Haiti' when 'HU' then 'Hungary' when 'ID' then 'Indonesia' when 'IE' then 'Ireland' when 'IL' then 'Israel'
    when 'IM' then 'Isle of Man' when 'IN' then 'India' when 'IO' then 'British Indian Ocean Territory' when 'IQ' then 'Iraq'
    when 'IR' then 'Iran' when 'IS' then 'Iceland' when 'IT' then 'Italy' when 'JE' then 'Jersey' when 'JM' then 'Jamaica'
    when 'JO' then 'Jordan' when 'JP' then 'Japan' when 'KE' then 'Kenya' when 'KG' then 'Kyrgyzstan' when 'KH' then 'Cambodia'
    when 'KI' then 'Kiribati' when 'KM' then 'Comoros' when 'KN' then 'St. Kitts & Nevis' when 'KP' then 'North Korea'
    when 'KR' then 'South Korea Republic of Korea' when 'KW' then 'Kuwait' when 'KY' then 'Cayman Islands'
    when 'KZ' then 'Kazakhstan' when 'LA' then 'Laos' when 'LB' then 'Lebanon' when 'LC' then 'St. Lucia'
    when 'LI' then 'Liechtenstein' when 'LK' then 'Sri Lanka' when 'LR' then 'Liberia' when 'LS' then 'Lesotho'
    when 'LT' then 'Lithuania' when 'LU' then 'Luxembourg' when 'LV' then 'Latvia' when 'LY' then 'Libya' when 'MA' then 'Morocco'
    when 'MC' then 'Monaco' when 'MD' then 'Moldova' when 'ME' then 'Montenegro' when 'MF' then 'St. Martin'
    when 'MG' then 'Madagascar' when 'MH' then 'Marshall Islands' when 'MK' then 'North Macedonia' when 'ML' then 'Mali'
    when 'MM' then 'Myanmar (Burma)' when 'MN' then 'Mongolia' when 'MO' then 'Macao Macau'
    when 'MP' then 'Northern Mariana Islands' when 'MQ' then 'Martinique' when 'MR' then 'Mauritania' when 'MS' then 'Montserrat'
    when 'MT' then 'Malta' when 'MU' then 'Mauritius' when 'MV' then 'Maldives' when 'MW' then 'Malawi' when 'MX' then 'Mexico'
    when 'MY' then 'Malaysia' when 'MZ' then 'Mozambique' when 'NA' then 'Namibia' when 'NC' then 'New Caledonia'
    when 'NE' then 'Niger' when 'NF' then 'Norfolk Island' when 'NG' then 'Nigeria' when 'NI' then 'Nicaragua'
    when 'NL' then 'Netherlands Holland' when 'NO' then 'Norway' when 'NP' then 'Nepal' when 'NR' then 'Nauru'
    when 'NU' then 'Niue' when 'NZ' then 'New Zealand' when 'OM' then 'Oman' when 'PA' then 'Panama' when 'PE' then 'Peru'
    when 'PF' then 'French Polynesia' when 'PG' then 'Papua New Guinea' when 'PH' then 'Philippines' when 'PK' then 'Pakistan'
    when 'PL' then 'Poland' when 'PM' then 'St. Pierre & Miquelon' when 'PN' then 'Pitcairn Islands' when 'PR' then 'Puerto Rico'
    when 'PS' then 'Palestinian Territories' when 'PT' then 'Portugal' when 'PW' then 'Palau' when 'PY' then 'Paraguay'
    when 'QA' then 'Qatar' when 'RE' then 'Réunion' when 'RO' then 'Romania' when 'RS' then 'Serbia' when 'RU' then 'Russia'
    when 'RW' then 'Rwanda' when 'SA' then 'Saudi Arabia' when 'SB' then 'Solomon Islands' when 'SC' then 'Seychelles'
    when 'SD' then 'Sudan' when 'SE' then 'Sweden' when 'SG' then 'Singapore' when 'SH' then 'St. Helena' when 'SI' then 'Slovenia'
    when 'SJ' then 'Svalbard & Jan Mayen' when 'SK' then 'Slovakia' when 'SL' then 'Sierra Leone' when 'SM' then 'San Marino'
    when 'SN' then 'Senegal' when 'SO' then 'Somalia' when 'SR' then 'Suriname' when 'SS' then 'South Sudan'
    when 'ST' then 'São Tomé & Príncipe' when 'SV' then 'El Salvador' when 'SX' then 'Sint Maarten' when 'SY' then 'Syria'
    when 'SZ' then 'Eswatini Swaziland' when 'TC' then 'Turks & Caicos Islands' when 'TD' then 'Chad'
    when 'TF' then 'French Southern Territories' when 'TG' then 'Togo' when 'TH' then 'Thailand' when 'TJ' then 'Tajikistan'
    when 'TK' then 'Tokelau' when 'TL' then 'Timor-Leste' when 'TM' then 'Turkmenistan' when 'TN' then 'Tunisia'
    when 'TO' then 'Tonga' when 'TR' then 'Türkiye Turkey' when 'TT' then 'Trinidad & Tobago' when 'TV' then 'Tuvalu'
    when 'TW' then 'Taiwan' when 'TZ' then 'Tanzania' when 'UA' then 'Ukraine' when 'UG' then 'Uganda'
    when 'UM' then 'U.S. Outlying Islands' when 'US' then 'United States of America USA' when 'UY' then 'Uruguay'
    when 'UZ' then 'Uzbekistan' when 'VA' then 'Vatican City' when 'VC' then 'St. Vincent & Grenadines' when 'VE' then 'Venezuela'
    when 'VG' then 'British Virgin Islands' when 'VI' then 'U.S. Virgin Islands' when 'VN' then 'Vietnam' when 'VU' then 'Vanuatu'
    when 'WF' then 'Wallis & Futuna' when 'WS' then 'Samoa' when 'YE' then 'Yemen' when 'YT' then 'Mayotte'
    when 'ZA' then 'South Africa' when 'ZM' then 'Zambia' when 'ZW' then 'Zimbabwe'
    else ''
  end;

create or replace trigger count_version before update on employer.job_posts for each row
  when ((old.title, old.description, old.location, old.country_code, old.kind, old.state, old.pay_minimum, old.pay_maximum,
         old.pay_currency, old.pay_period, old.remote_mode, old.seniority, old.languages, old.expires_on, old.questions)
        is distinct from
        (new.title, new.description, new.location, new.country_code, new.kind, new.state, new.pay_minimum, new.pay_maximum,
         new.pay_currency, new.pay_period, new.remote_mode, new.seniority, new.languages, new.expires_on, new.questions))
  execute function identity.count_version();

-- The company's own list: with the name of the country after the location.
create or replace function employer.set_list_text() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  new.list_text := employer.search_text(
    concat_ws(' ', new.title, new.location, employer.country_words(new.country_code)));
  return new;
end $$;
create or replace trigger set_list_text before insert or update of title, location, country_code on employer.job_posts
  for each row execute function employer.set_list_text();

-- The filters: the location with the country's names and code.
create or replace function employer.filters_of(post employer.job_posts) returns employer.job_post_filters language sql stable return
  row(post.id, post.company_id, post.published_at, post.expires_on,
      employer.search_text(concat_ws(' ', post.location, employer.country_words(post.country_code), post.country_code)), post.kind,
      post.remote_mode, post.seniority, post.languages, post.pay_currency,
      employer.yearly_pay(coalesce(post.pay_maximum, post.pay_minimum), post.pay_period), null)::employer.job_post_filters;
comment on column employer.job_post_filters.location is 'employer.search_text of the location, and of the country''s names and code';

create or replace trigger job_posts_filters_changed
  after update of state, hidden_at, published_at, expires_on, location, country_code, kind, remote_mode, seniority, languages,
    pay_minimum, pay_maximum, pay_currency, pay_period on employer.job_posts
  for each row when (
    (new.state = 'published' or old.state = 'published')
    and (new.state, new.hidden_at, new.published_at, new.expires_on, new.location, new.country_code, new.kind, new.remote_mode,
         new.seniority, new.languages, new.pay_minimum, new.pay_maximum, new.pay_currency, new.pay_period)
        is distinct from
        (old.state, old.hidden_at, old.published_at, old.expires_on, old.location, old.country_code, old.kind, old.remote_mode,
         old.seniority, old.languages, old.pay_minimum, old.pay_maximum, old.pay_currency, old.pay_period))
  execute function employer.refresh_job_post_filters();

-- What "Where" asks of a location, as patterns for `' ' || location || ' '`: each word begins one of its words, in any order. The
-- code of a country is a whole word, because "DE" is not Denmark. A script without spaces is found inside of a word, too. The
-- visitor chooses the words, so only eight of them count (F8).
create function employer.place_patterns(asked text) returns text[] language sql stable return array(
  select case when employer.country_words(upper(w.word)) <> '' or w.word = 'uk' then '% ' || w.word || ' %'
              when w.word ~ '^[a-z0-9]+$' then '% ' || w.word || '%'
              else '%' || w.word || '%' end
    from regexp_split_to_table(employer.search_text(place_patterns.asked), ' ') with ordinality as w (word, n)
   where w.word not in ('', 'and', 'of', 'the')
   group by w.word
   order by min(w.n)
   limit 8);

-- The documents: with the names of the country. Its code is not in them: "IT" is a word of a job search, too.
create or replace function employer.refresh_job_post_search() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  company_name text;
  place        text;
begin
  if new.state <> 'published' then
    delete from employer.job_post_search where job_post_id = new.id;
    return null;
  end if;
  -- The row's lock: a company that is being renamed is waited for, and a later renaming sees this post.
  select c.name into strict company_name from employer.companies c where c.id = new.company_id for share;
  place := concat_ws(' ', new.location, employer.country_words(new.country_code));
  insert into employer.job_post_search (job_post_id, company_id, location, document)
  values (new.id, new.company_id, employer.search_text(new.location),
          employer.search_document(new.title, place, new.description, company_name))
  on conflict (job_post_id) do update set location = excluded.location, document = excluded.document;
  perform employer.add_search_words(concat_ws(' ', new.title, company_name, new.description), place, new.company_id);
  return null;
end $$;
create or replace trigger job_posts_changed after update of state, title, location, country_code, description on employer.job_posts
  for each row when (
    new.state is distinct from old.state
    or new.state = 'published' and (new.title, new.location, new.country_code, new.description)
         is distinct from (old.title, old.location, old.country_code, old.description))
  execute function employer.refresh_job_post_search();

revoke all on function employer.country_words(text), employer.place_patterns(text) from public;
grant execute on function employer.country_words(text), employer.place_patterns(text) to talent_service;
grant insert (country_code), update (country_code) on employer.job_posts to employer_service;
grant select (country_code) on employer.job_posts to talent_service;

-- As before, with the country.
create or replace view employer.moderated_job_posts with (security_barrier) as
  select j.id, j.company_id, j.title, j.description, j.location, j.kind, j.state, j.created_at, j.published_at, j.expires_on,
         j.questions, j.hidden_at, j.hidden_reason, j.visibility_version, j.country_code
    from employer.job_posts j where j.state <> 'draft';
