{{/* The pod settings that the parts of a quick try share, `(dict "user" 999)`: the restricted Pod Security Standard. */}}
{{- define "gatehouse.quickstartPod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: {{ .user }}
  runAsGroup: {{ .user }}
  fsGroup: {{ .user }}
  seccompProfile:
    type: RuntimeDefault
{{- end -}}

{{/* The generated values of a quick try, by Secret and key, in base64. */}}
{{- define "gatehouse.quickstartSecrets" -}}
{{- $secrets := dict -}}
{{- range $part := prepend (include "gatehouse.databaseParts" . | splitList " ") "owner" -}}
{{- $name := include "gatehouse.passwordSecret" (list $ $part) -}}
{{- $key := (index $.Values.database.passwordSecrets $part).key -}}
{{- $_ := set $secrets $name (merge (dict $key (randAlphaNum 32 | b64enc)) (default dict (index $secrets $name))) -}}
{{- end -}}
{{- $_ := set $secrets (include "gatehouse.secondFactorsSecret" .) (dict .Values.secondFactors.keySecret.key (randBytes 32 | b64enc)) -}}
{{- $_ := set $secrets (include "gatehouse.smtpSecret" .) (dict .Values.smtp.urlSecret.key (printf "smtp://%s-mailbox:1025" (include "gatehouse.fullname" .) | b64enc)) -}}
{{- $postgres := printf "%s-postgres" (include "gatehouse.fullname" .) -}}
{{- $names := list (include "gatehouse.hostname" (include "gatehouse.host" (list . "public"))) (include "gatehouse.hostname" (include "gatehouse.host" (list . "team"))) $postgres -}}
{{- $authority := genCA "Gatehouse quick try" 3650 -}}
{{- $certificate := genSignedCert (first $names) nil $names 3650 $authority -}}
{{- $_ := set $secrets (printf "%s-certificate" (include "gatehouse.fullname" .)) (dict "ca.crt" ($authority.Cert | b64enc) "tls.crt" ($certificate.Cert | b64enc) "tls.key" ($certificate.Key | b64enc)) -}}
{{- toYaml $secrets -}}
{{- end -}}

{{- define "gatehouse.demoDataContainer" -}}
image: {{ include "gatehouse.image" (list . "gatehouse-demo-data" "") }}
env:
  {{- include "gatehouse.databaseEnv" (list . "owner") | nindent 2 }}
  - name: DEMO_DATABASE
    value: {{ .Values.database.name }}
volumeMounts:
  {{- include "gatehouse.databaseMounts" (list . "owner") | nindent 2 }}
{{- end -}}
