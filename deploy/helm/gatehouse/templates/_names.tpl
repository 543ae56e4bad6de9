{{/* The prefix of every name, short enough for the suffixes. */}}
{{- define "gatehouse.fullname" -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- $full := contains $name .Release.Name | ternary .Release.Name (printf "%s-%s" .Release.Name $name) -}}
{{- default $full .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{/* The API services, each with a database role; the web tier has none. files/services.json is generated from the contract. */}}
{{- define "gatehouse.apiServices" -}}
{{- $names := list -}}
{{- range .Files.Get "files/services.json" | fromJsonArray -}}{{- $names = append $names .name -}}{{- end -}}
{{- join " " $names -}}
{{- end -}}

{{/* The parts with a database role and its password: the API services, and the retention job. */}}
{{- define "gatehouse.databaseParts" -}}{{ include "gatehouse.apiServices" . }}{{ if .Values.retention.enabled }} retention{{ end }}{{- end -}}

{{/* All services of the Deployment template. */}}
{{- define "gatehouse.services" -}}{{ include "gatehouse.apiServices" . }} web{{- end -}}

{{/* Selector labels: of the release, or of one component with (list $ "identity"). */}}
{{- define "gatehouse.releaseLabels" -}}
app.kubernetes.io/name: {{ default .Chart.Name .Values.nameOverride }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}
{{- define "gatehouse.selectorLabels" -}}
{{ include "gatehouse.releaseLabels" (index . 0) }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end -}}

{{/* Labels of an object of one component: (list $ "identity"). */}}
{{- define "gatehouse.labels" -}}
{{- $root := index . 0 -}}
{{ include "gatehouse.selectorLabels" . }}
app.kubernetes.io/part-of: gatehouse
app.kubernetes.io/version: {{ default $root.Chart.AppVersion $root.Values.image.tag | trunc 63 | trimAll "-_." | quote }}
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" $root.Chart.Name $root.Chart.Version | replace "+" "_" }}
{{- with $root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/*
The metadata of an object, `(dict "root" $ "component" "identity")`. Its name ends with the component, or with `name`; more
`labels` and `annotations` if there are any.
*/}}
{{- define "gatehouse.metadata" -}}
name: {{ include "gatehouse.fullname" .root }}{{ with hasKey . "name" | ternary .name .component }}-{{ . }}{{ end }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "gatehouse.labels" (list .root .component) | nindent 2 }}
  {{- with .labels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with merge (dict) (default (dict) .annotations) .root.Values.commonAnnotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* An image: (list $ repository digest). */}}
{{- define "gatehouse.image" -}}
{{- $root := index . 0 -}}
{{- $registry := default $root.Values.image.registry (default (dict) $root.Values.global).imageRegistry | trimSuffix "/" -}}
{{- $repository := $registry | empty | ternary (index . 1) (printf "%s/%s" $registry (index . 1)) -}}
{{- with index . 2 -}}
{{ printf "%s@%s" $repository . }}
{{- else -}}
{{ printf "%s:%s" $repository (default $root.Chart.AppVersion $root.Values.image.tag) }}
{{- end -}}
{{- end -}}

{{/* A service's image: (list $ name settings). */}}
{{- define "gatehouse.serviceImage" -}}
{{- $image := (index . 2).image -}}
{{- include "gatehouse.image" (list (index . 0) (default (printf "gatehouse-%s" (index . 1)) $image.repository) $image.digest) -}}
{{- end -}}

{{/* A host's name without its port, for Ingresses and certificates. */}}
{{- define "gatehouse.hostname" -}}{{- regexReplaceAll ":[0-9]+$" . "" -}}{{- end -}}

{{/* The Secret of a password, `(list $ "identity")`, of the second factors' key, of Redis and of the mail server. */}}
{{- define "gatehouse.passwordSecret" -}}
{{- $root := index . 0 -}}
{{- default (printf "%s-database-%s" (include "gatehouse.fullname" $root) (index . 1)) (index $root.Values.database.passwordSecrets (index . 1)).name -}}
{{- end -}}
{{- define "gatehouse.secondFactorsSecret" -}}
{{- default (printf "%s-second-factors" (include "gatehouse.fullname" .)) .Values.secondFactors.keySecret.name -}}
{{- end -}}
{{- define "gatehouse.redisSecret" -}}
{{- default (printf "%s-redis" (include "gatehouse.fullname" .)) .Values.redis.urlSecret.name -}}
{{- end -}}
{{- define "gatehouse.smtpSecret" -}}
{{- default (printf "%s-smtp" (include "gatehouse.fullname" .)) .Values.smtp.urlSecret.name -}}
{{- end -}}

{{/* The parts that ask the S3-compatible store; empty: there is none. */}}
{{- define "gatehouse.documentsParts" -}}
{{- if .Values.documents.enabled }}talent employer{{ if .Values.retention.enabled }} retention{{ end }}{{ end -}}
{{- end -}}
{{/*
The Secret with the store's URL for one of them, `(list $ "talent")`, as JSON: its own, or else the shared one. `part` names its value in
`externalSecrets.remoteRefs`.
*/}}
{{- define "gatehouse.documentsSecret" -}}
{{- $root := index . 0 -}}
{{- $own := index $root.Values.documents.urlSecrets (index . 1) -}}
{{- $shared := $root.Values.documents.urlSecret -}}
{{- if $own.name -}}
{{- dict "name" $own.name "key" $own.key "part" (printf "documents%s" (title (index . 1))) | toJson -}}
{{- else -}}
{{- dict "name" (default (printf "%s-documents" (include "gatehouse.fullname" $root)) $shared.name) "key" $shared.key "part" "documents" | toJson -}}
{{- end -}}
{{- end -}}
{{/* Each of these Secrets once, as JSON. */}}
{{- define "gatehouse.documentsSecrets" -}}
{{- $secrets := list -}}
{{- range $part := include "gatehouse.documentsParts" . | splitList " " | compact -}}
{{- $secrets = append $secrets (include "gatehouse.documentsSecret" (list $ $part) | fromJson) -}}
{{- end -}}
{{- uniq $secrets | toJson -}}
{{- end -}}

{{/* The Secret of the hosts' certificate; empty: the controller's certificate. */}}
{{- define "gatehouse.tlsSecret" -}}
{{- $made := .Values.tls.certManager.enabled | ternary (printf "%s-tls" (include "gatehouse.fullname" .)) "" -}}
{{- default $made .Values.tls.secretName -}}
{{- end -}}

{{/* The configured hosts, and the name of one: `(list $ "public")`. */}}
{{- define "gatehouse.hosts" -}}public team{{ if .Values.api.host }} api{{ end }}{{- end -}}
{{- define "gatehouse.host" -}}
{{- $root := index . 0 -}}
{{- $local := dict "public" "localhost:8443" "team" "team.localhost:8443" -}}
{{- $given := eq (index . 1) "api" | ternary $root.Values.api.host (index $root.Values.hosts (index . 1)) -}}
{{- default ($root.Values.quickstart | ternary (index $local (index . 1)) "") $given -}}
{{- end -}}

{{/* The paths of a host, as `path=service`: the prefixes of its own identity system's endpoints (G5), and the web tier. */}}
{{- define "gatehouse.paths" -}}
{{- $root := index . 0 -}}
{{- $hosts := eq (index . 1) "api" | ternary (list "public" "team") (list (index . 1)) -}}
{{- $routes := list -}}
{{- range $host := $hosts -}}
{{- range $service := $root.Files.Get "files/services.json" | fromJsonArray -}}
{{- range index $service.paths $host -}}{{- $routes = append $routes (printf "%s%s=%s" $root.Values.api.basePath . $service.name) -}}{{- end -}}
{{- end -}}
{{- end -}}
{{- if ne (index . 1) "api" -}}{{- $routes = append $routes "/=web" -}}{{- end -}}
{{- join " " $routes -}}
{{- end -}}

{{/*
The hooks of the migrations. A database or Secrets of the release itself do not exist before it, and an upgrade may replace the pod of
a quick try's database, with its data.
*/}}
{{- define "gatehouse.migrationHooks" -}}
{{- or .Values.cluster.enabled .Values.externalSecrets.enabled .Values.quickstart | ternary "post-install,pre-upgrade" "pre-install,pre-upgrade" -}}
{{- if .Values.quickstart }},post-upgrade{{ end -}}
{{- end -}}
