{{/*
The settings of a service, `(list $ "identity")`, or of Jobs and the test pod, `(list $ "jobs")`, as YAML: its own over the
defaults. Variables are merged by name; every other list is replaced.
*/}}
{{- define "gatehouse.settings" -}}
{{- $root := index . 0 -}}
{{- $own := eq (index . 1) "jobs" | ternary $root.Values.jobs (index $root.Values.services (index . 1)) | default dict -}}
{{- $settings := mergeOverwrite (deepCopy $root.Values.defaults) (deepCopy $own) -}}
{{- $_ := set $settings "extraEnv" (include "gatehouse.mergedEnv" (list $root.Values.defaults.extraEnv $own.extraEnv) | fromYamlArray) -}}
{{- if $root.Values.quickstart -}}
{{- $_ := set $settings "replicas" 1 -}}
{{- end -}}
{{- toYaml $settings -}}
{{- end -}}

{{/* Variables over others of the same name, `(list $variables $over)`: server-side apply rejects a name twice. */}}
{{- define "gatehouse.mergedEnv" -}}
{{- $names := list -}}
{{- range index . 1 -}}{{- $names = append $names .name -}}{{- end -}}
{{- $merged := list -}}
{{- range index . 0 -}}{{- if not (has .name $names) -}}{{- $merged = append $merged . -}}{{- end -}}{{- end -}}
{{- toYaml (concat $merged (default list (index . 1))) -}}
{{- end -}}

{{/* Where the pods of some settings run. */}}
{{- define "gatehouse.scheduling" -}}
{{- range $key := list "nodeSelector" "tolerations" "affinity" "hostAliases" }}
{{- with index $ $key }}
{{ $key }}:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
{{- with .priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end -}}

{{/*
The number of pods while an autoscaler sets it, `(list $ "identity")`: the number that the cluster has now, so that neither
switching it on nor a later upgrade changes it. Empty: none is known, as at an installation and with `helm template`.
*/}}
{{- define "gatehouse.currentReplicas" -}}
{{- $root := index . 0 -}}
{{- $found := lookup "apps/v1" "Deployment" $root.Release.Namespace (printf "%s-%s" (include "gatehouse.fullname" $root) (index . 1)) -}}
{{- if $found -}}{{- $found.spec.replicas | int -}}{{- end -}}
{{- end -}}

{{/* The Secrets that a service, `(list $ "identity")`, reads at its start only: an upgrade restarts it when one of them has changed. */}}
{{- define "gatehouse.secretVersions" -}}
{{- $root := index . 0 -}}
{{- $values := $root.Values -}}
{{- $names := list -}}
{{- if eq (index . 1) "identity" -}}
{{- $names = list (include "gatehouse.secondFactorsSecret" $root) -}}
{{- if $values.redis.enabled -}}{{- $names = append $names (include "gatehouse.redisSecret" $root) -}}{{- end -}}
{{- if include "gatehouse.sendsMail" $root -}}{{- $names = append $names (include "gatehouse.smtpSecret" $root) -}}{{- end -}}
{{- else if has (index . 1) (include "gatehouse.documentsParts" $root | splitList " ") -}}
{{- $names = list (include "gatehouse.documentsSecret" . | fromJson).name -}}
{{- end -}}
{{- $versions := list -}}
{{- range $name := $names -}}
{{- $secret := lookup "v1" "Secret" $root.Release.Namespace $name -}}
{{- if $secret -}}{{- $versions = append $versions (printf "%s:%s" $name $secret.metadata.resourceVersion) -}}{{- end -}}
{{- end -}}
{{- with $versions -}}{{- join "," . | sha256sum | trunc 16 -}}{{- end -}}
{{- end -}}

{{/* Whether identity sends mail (empty: no), and the mail server's port. */}}
{{- define "gatehouse.sendsMail" -}}{{- if or .Values.smtp.enabled .Values.quickstart -}}yes{{- end -}}{{- end -}}
{{- define "gatehouse.smtpPort" -}}{{- ternary 1025 .Values.smtp.port .Values.quickstart -}}{{- end -}}

{{/* The text above every page. */}}
{{- define "gatehouse.notice" -}}
{{- default (.Values.quickstart | ternary "A demonstration, not for production: its accounts are public, and its data may be lost at any time." "") .Values.notice -}}
{{- end -}}
